import { useEffect, useEffectEvent, type RefObject } from "react";

/** Distance from the end that counts as the end. */
const tolerancePx = 10;

/**
 * Calls `onEnd` when the user scrolls to the end of the scroll container of `place`, or if it does not scroll. Calls it
 * again when `length` changes.
 */
export function useScrollEnd(
  place: RefObject<HTMLElement | null>,
  length: number,
  onEnd: (() => void) | undefined,
): void {
  const notify = useEffectEvent(() => onEnd?.());
  const listens = onEnd !== undefined;
  useEffect(() => {
    if (!place.current || !listens) return;
    const scroller = findScroller(place.current);
    const check = () => {
      const { scrollTop, clientHeight, scrollHeight } = scroller;
      if (clientHeight > 0 && scrollTop + clientHeight >= scrollHeight - tolerancePx) notify();
    };
    const target = scroller === document.documentElement ? window : scroller;
    target.addEventListener("scroll", check, { passive: true });
    check();
    return () => target.removeEventListener("scroll", check);
  }, [place, length, listens]);
}

function findScroller(element: HTMLElement): Element {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
    if (["auto", "scroll"].includes(getComputedStyle(parent).overflowY)) return parent;
  return document.documentElement;
}
