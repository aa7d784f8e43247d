import { useEffect } from "react";
import type { FormStore } from "../form-store.ts";

/**
 * A press on a button first blurs the focused field. A new error would move the button before the press ends, and the
 * click would be lost. So commits wait until after the click.
 */
export function useDeferWhilePressed(store: FormStore): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      clearTimeout(timer);
      store.deferCommits();
    };
    const end = (event: Event) => {
      // Blur events of fields arrive here too; only the window's own blur ends a press.
      if (event.type === "blur" && event.target !== window) return;
      clearTimeout(timer);
      // On touch, focus and click come only after the finger is lifted.
      const isFinger = event.type === "pointerup" && (event as PointerEvent).pointerType === "touch";
      timer = setTimeout(() => store.flushCommits(), isFinger ? touchClickMs : 0);
    };
    const capture = true;
    document.addEventListener("pointerdown", begin, capture);
    for (const type of endEvents) window.addEventListener(type, end, capture);
    return () => {
      clearTimeout(timer);
      store.flushCommits();
      document.removeEventListener("pointerdown", begin, capture);
      for (const type of endEvents) window.removeEventListener(type, end, capture);
    };
  }, [store]);
}

/** Time after a lifted finger within which its click arrives. */
const touchClickMs = 300;

/** Events that may end a press. */
const endEvents = ["pointerup", "click", "pointercancel", "dragend", "blur"] as const;
