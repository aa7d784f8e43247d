import { useEffect } from "react";
import type { FormStore } from "../form-store.ts";

/**
 * A press on a button first blurs the field that had the focus. The error that this shows would push the button away
 * before the press ends, and the click would be lost: what the blur shows waits until after the click.
 */
export function useHeldWhilePressed(store: FormStore): void {
  useEffect(() => {
    let ending: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      clearTimeout(ending);
      store.hold();
    };
    const end = (event: Event) => {
      // A field that loses the focus is heard here too; it is the window's own that ends a press.
      if (event.type === "blur" && event.target !== window) return;
      clearTimeout(ending);
      // Under a finger the focus moves and the click comes only after it has gone up.
      const isFinger = event.type === "pointerup" && (event as PointerEvent).pointerType === "touch";
      ending = setTimeout(() => store.release(), isFinger ? clickMs : 0);
    };
    const capture = true;
    document.addEventListener("pointerdown", begin, capture);
    for (const over of overs) window.addEventListener(over, end, capture);
    return () => {
      clearTimeout(ending);
      store.release();
      document.removeEventListener("pointerdown", begin, capture);
      for (const over of overs) window.removeEventListener(over, end, capture);
    };
  }, [store]);
}

/** By then the click of a finger that went up has come, if there is one. */
const clickMs = 300;

/** Whatever may end a press: the finger goes up, its click comes, it turns into a scroll, or leaves with the window. */
const overs = ["pointerup", "click", "pointercancel", "dragend", "blur"] as const;
