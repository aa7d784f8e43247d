import type { OperationId } from "#engine/api/operations.ts";
import { createWire } from "#renderer/session/wire.ts";
import { Failure } from "./failure.ts";

/** How a call ended. `aborted`: nobody waits for it any more, the page was left, or there is no session to make it in. */
export interface CallEnd {
  operation: OperationId;
  outcome: "answered" | "failed" | "aborted";
  /** With `failed`. */
  failure?: Failure;
}

const { tell, hear } = createWire<CallEnd>();

/** Tells of every call, file and upload that ends, whoever made it; also of those that ended before. Gives the way to stop listening. */
export const watchCalls = hear;

// A page that is left has its calls cut off, and still hears of it: that is no failure. Firefox does so as soon as another
// page is asked for, seconds before this one is hidden: each call hears that itself, while it lasts, since a page may stay
// for all that, and one that always listens may not be kept for going back. Pages played without a browser have no such end.
let isLeft = false;
globalThis.addEventListener?.("pagehide", () => (isLeft = true));
globalThis.addEventListener?.("pageshow", () => (isLeft = false));

/** Waits for a call and tells those who watch how it ended; what the server refused is told even where the session ends with it. */
export async function watched<T>(
  operation: OperationId,
  send: (refused: (failure: Failure) => void) => Promise<T>,
): Promise<T> {
  let failure: Failure | undefined;
  let isLeaving = false;
  const leave = () => (isLeaving = true);
  globalThis.addEventListener?.("beforeunload", leave);
  try {
    const value = await send((refusal) => (failure = refusal));
    tell({ operation, outcome: "answered" });
    return value;
  } catch (error) {
    if (error instanceof Failure) failure ??= error;
    const isCutOff = (isLeft || isLeaving) && failure?.status === 0;
    tell(failure && !isCutOff ? { operation, outcome: "failed", failure } : { operation, outcome: "aborted" });
    throw error;
  } finally {
    globalThis.removeEventListener?.("beforeunload", leave);
  }
}
