import { useEffect, useEffectEvent, type RefObject } from "react";

/** So near to the end that one is there. */
const nearPx = 10;

/**
 * Tells when somebody has scrolled to the end of what `place` stands in, the page or a part of it that scrolls; also when
 * there is nothing to scroll. `length` is what the end depends on: told again when it changes. Without `onEnd`, never.
 */
export function useNearEnd(
  place: RefObject<HTMLElement | null>,
  length: number,
  onEnd: (() => void) | undefined,
): void {
  const tell = useEffectEvent(() => onEnd?.());
  const listens = onEnd !== undefined;
  useEffect(() => {
    if (!place.current || !listens) return;
    const scroller = findScroller(place.current);
    const look = () => {
      const { scrollTop, clientHeight, scrollHeight } = scroller;
      if (clientHeight > 0 && scrollTop + clientHeight >= scrollHeight - nearPx) tell();
    };
    const target = scroller === document.documentElement ? window : scroller;
    target.addEventListener("scroll", look, { passive: true });
    look();
    return () => target.removeEventListener("scroll", look);
  }, [place, length, listens]);
}

function findScroller(element: HTMLElement): Element {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
    if (["auto", "scroll"].includes(getComputedStyle(parent).overflowY)) return parent;
  return document.documentElement;
}
