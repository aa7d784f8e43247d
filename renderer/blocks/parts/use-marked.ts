import { useEffect, useRef, useState, type RefObject } from "react";

/** How long what was asked for stays marked. */
const markedMs = 2_000;

/** Brings what was asked for into view and into focus, and says for two seconds that it is marked. */
export function useMarked(selected: boolean): { place: RefObject<HTMLDivElement | null>; marked: boolean } {
  const place = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState(false);
  useEffect(() => {
    if (!selected) return;
    // After the screen's own arrival at its top.
    const frame = requestAnimationFrame(() => {
      setMarked(true);
      place.current?.scrollIntoView({ block: "center" });
      place.current?.focus({ preventScroll: true });
    });
    const timer = setTimeout(() => setMarked(false), markedMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [selected]);
  return { place, marked };
}
