import { useRef, type HTMLAttributes, type PointerEvent } from "react";
import type { Limits } from "#engine/documents/catalogues.ts";

/** What a swipe does. `leaves`: what is dragged goes out of sight before `onSwipe` is told. */
interface Swipe {
  /** When it is meant: catalogues/limits. */
  limits: Limits["swipe"];
  leaves?: boolean;
  onSwipe(step: 1 | -1): void;
  canSwipe(step: 1 | -1): boolean;
}

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
export function useSwipe({ limits, leaves, onSwipe, canSwipe }: Swipe): SwipeHandlers {
  const drag = useRef<Drag>(undefined);
  const toStep = (dx: number): 1 | -1 => ((document.documentElement.dir === "rtl" ? -dx : dx) < 0 ? 1 : -1);

  const end = (event: PointerEvent<HTMLElement>) => {
    const held = drag.current;
    if (held?.id !== event.pointerId) return;
    drag.current = undefined;
    const element = event.currentTarget;
    const dx = event.clientX - held.startX;
    element.style.transition = `transform ${limits.transitionSeconds}s ease-out`;
    element.style.transform = "";
    const isMeant =
      event.type === "pointerup" &&
      ((Math.abs(held.speed) > limits.threshold && Math.sign(held.speed) === Math.sign(dx)) ||
        Math.abs(dx) > limits.hysteresis * element.clientWidth);
    if (dx === 0 || !isMeant || !canSwipe(toStep(dx))) return;
    if (!leaves) return onSwipe(toStep(dx));
    element.style.transform = `translateX(${Math.sign(dx) * 100}%)`;
    // The style that counts: with reduced motion nothing is waited for.
    setTimeout(() => onSwipe(toStep(dx)), 1000 * Number.parseFloat(getComputedStyle(element).transitionDuration));
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
