import { readServerTime } from "./clock.ts";
import { createWire } from "./wire.ts";

/** Something that should not have happened, and when it did. */
export interface Fault {
  error: unknown;
  at: Date;
}

/** Whoever reports faults hears of them here, also of those before its time. */
export const faults = createWire<Fault>();

/** Something that should not happen did. */
export const noteFault = (error: unknown): void => faults.tell({ error, at: readServerTime() });

/** At boot: what nobody catches on the page is a fault. */
export function watchFaults(): void {
  window.addEventListener("error", ({ error, message }) => noteFault(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => noteFault(reason));
}
