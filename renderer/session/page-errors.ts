import { readServerTime } from "./server-clock.ts";
import { createBufferedChannel } from "./buffered-channel.ts";

/** An unexpected error and its time. */
export interface PageError {
  error: unknown;
  at: Date;
}

/** Unexpected errors, for the error reports. Buffers those before the first subscriber. */
export const pageErrors = createBufferedChannel<PageError>();

/** Records an unexpected error. */
export const recordError = (error: unknown): void => pageErrors.emit({ error, at: readServerTime() });

/** Records uncaught errors of the page. Call once at start. */
export function watchUncaughtErrors(): void {
  window.addEventListener("error", ({ error, message }) => recordError(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => recordError(reason));
}
