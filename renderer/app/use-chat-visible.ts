import { useEffect, useState } from "react";
import type { RouteEntry } from "#renderer/data/config-client.ts";
import { formDataAtom, signedInAtom, store } from "#renderer/session/slices.ts";

/** Delay after the page load, so that the page appears first, and the polling interval. */
const delayMs = 3000;
const pollMs = 500;

/** Returns whether to offer the chat: on screens with `chat`, to signed-in users, and not during the introduction. */
export function useIsChatVisible({ chat }: RouteEntry): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const update = () =>
      setVisible(chat === true && store.get(signedInAtom) && !store.get(formDataAtom).showInitScreen);
    let interval: ReturnType<typeof setInterval> | undefined;
    const first = setTimeout(
      () => {
        update();
        interval = setInterval(update, pollMs);
      },
      Math.max(0, delayMs - performance.now()),
    );
    return () => {
      clearTimeout(first);
      clearInterval(interval);
    };
  }, [chat]);
  return isVisible && chat === true;
}
