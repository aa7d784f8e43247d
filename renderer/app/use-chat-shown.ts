import { useEffect, useState } from "react";
import type { RouteEntry } from "#renderer/data/config-client.ts";
import { formDataAtom, signedInAtom, store } from "#renderer/session/slices.ts";

/** Milliseconds after the page was opened, so that the chat does not stand before the page itself, and between two looks. */
const delayMs = 3000;
const checkMs = 500;

/** Whether the chat is offered: on screens that say so, to somebody signed in, and not while an introduction stands before them. */
export function useChatShown({ chat }: RouteEntry): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const check = () => setShown(chat === true && store.get(signedInAtom) && !store.get(formDataAtom).showInitScreen);
    let every: ReturnType<typeof setInterval> | undefined;
    const first = setTimeout(
      () => {
        check();
        every = setInterval(check, checkMs);
      },
      Math.max(0, delayMs - performance.now()),
    );
    return () => {
      clearTimeout(first);
      clearInterval(every);
    };
  }, [chat]);
  return shown && chat === true;
}
