import { useRef, type HTMLAttributes, type PointerEvent } from "react";
import type { Limits } from "#engine/core/definitions/catalogues.ts";

/** What a swipe does. `leaves`: the element slides out of view before `onSwipe` is called. */
interface Swipe {
  /** The thresholds of a swipe (catalogues/limits). */
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

/** Event handlers to spread on the swiped element. */
export type SwipeHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel"
>;

/**
 * Follows a horizontal swipe of a finger. Calls `onSwipe` with 1 for next and -1 for previous, in reading direction. If
 * `canSwipe` returns false, the element moves back. The element needs `touch-action: pan-y`.
 */
export function useSwipe({ limits, leaves, onSwipe, canSwipe }: Swipe): SwipeHandlers {
  const drag = useRef<Drag>(undefined);
  const toStep = (dx: number): 1 | -1 => ((document.documentElement.dir === "rtl" ? -dx : dx) < 0 ? 1 : -1);

  const end = (event: PointerEvent<HTMLElement>) => {
    const active = drag.current;
    if (active?.id !== event.pointerId) return;
    drag.current = undefined;
    const element = event.currentTarget;
    const dx = event.clientX - active.startX;
    element.style.transition = `transform ${limits.transitionSeconds}s ease-out`;
    element.style.transform = "";
    const isMeant =
      event.type === "pointerup" &&
      ((Math.abs(active.speed) > limits.threshold && Math.sign(active.speed) === Math.sign(dx)) ||
        Math.abs(dx) > limits.hysteresis * element.clientWidth);
    if (dx === 0 || !isMeant || !canSwipe(toStep(dx))) return;
    if (!leaves) return onSwipe(toStep(dx));
    element.style.transform = `translateX(${Math.sign(dx) * 100}%)`;
    // Reads the computed style: with reduced motion there is no transition to wait for.
    setTimeout(() => onSwipe(toStep(dx)), 1000 * Number.parseFloat(getComputedStyle(element).transitionDuration));
  };
  return {
    onPointerDown: (event) => {
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      drag.current = { id: event.pointerId, startX: event.clientX, lastX: event.clientX, speed: 0 };
      event.currentTarget.style.transition = "";
    },
    onPointerMove: (event) => {
      const active = drag.current;
      if (active?.id !== event.pointerId) return;
      active.speed = active.speed * 0.5 + (event.clientX - active.lastX) * 0.5;
      active.lastX = event.clientX;
      const dx = event.clientX - active.startX;
      event.currentTarget.style.transform = canSwipe(toStep(dx)) ? `translateX(${dx}px)` : "";
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
