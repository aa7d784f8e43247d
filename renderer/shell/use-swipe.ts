import { useRef, type HTMLAttributes, type PointerEvent } from "react";

/** As the finger leaves: so many pixels between two moves are a flick; so much of the width is meant without one. */
const threshold = 5;
const hysteresis = 0.6;
const transition = "transform 0.35s ease-out";

interface Drag {
  id: number;
  startX: number;
  lastX: number;
  speed: number;
}

/** The handlers of what is swiped, to be spread on it. */
export type SwipeHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel"
>;

/**
 * Follows a finger sideways. `onSwipe` is told 1 for the next and -1 for the one before, in reading direction; where
 * `canSwipe` says no, what is dragged goes back. A mouse does not swipe. Its element needs `touch-action: pan-y`.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void, canSwipe: (step: 1 | -1) => boolean): SwipeHandlers {
  const drag = useRef<Drag>(undefined);
  const toStep = (dx: number): 1 | -1 => ((document.documentElement.dir === "rtl" ? -dx : dx) < 0 ? 1 : -1);

  const end = (event: PointerEvent<HTMLElement>) => {
    const held = drag.current;
    if (held?.id !== event.pointerId) return;
    drag.current = undefined;
    const element = event.currentTarget;
    const dx = event.clientX - held.startX;
    element.style.transition = transition;
    element.style.transform = "";
    const isMeant =
      event.type === "pointerup" &&
      ((Math.abs(held.speed) > threshold && Math.sign(held.speed) === Math.sign(dx)) ||
        Math.abs(dx) > hysteresis * element.clientWidth);
    if (dx !== 0 && isMeant && canSwipe(toStep(dx))) onSwipe(toStep(dx));
  };
  return {
    onPointerDown: (event) => {
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      drag.current = { id: event.pointerId, startX: event.clientX, lastX: event.clientX, speed: 0 };
      event.currentTarget.style.transition = "";
    },
    onPointerMove: (event) => {
      const held = drag.current;
      if (held?.id !== event.pointerId) return;
      held.speed = held.speed * 0.5 + (event.clientX - held.lastX) * 0.5;
      held.lastX = event.clientX;
      const dx = event.clientX - held.startX;
      event.currentTarget.style.transform = canSwipe(toStep(dx)) ? `translateX(${dx}px)` : "";
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
