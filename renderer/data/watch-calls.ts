import type { OperationId } from "#engine/api/operations.ts";
import { Failure } from "./failure.ts";

/** How a call ended. `aborted`: nobody waits for it any more, or there is no session to make it in. */
export interface CallEnd {
  operation: OperationId;
  outcome: "answered" | "failed" | "aborted";
  /** With `failed`. */
  failure?: Failure;
}

const listeners = new Set<(end: CallEnd) => void>();

/** Tells of every call, file and upload that ends, whoever made it. Gives the way to stop listening. */
export function watchCalls(listener: (end: CallEnd) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Waits for a call and tells those who watch how it ended; what the server refused is told even where the session ends with it. */
export async function watched<T>(
  operation: OperationId,
  send: (refused: (failure: Failure) => void) => Promise<T>,
): Promise<T> {
  let failure: Failure | undefined;
  try {
    const value = await send((refusal) => (failure = refusal));
    tell({ operation, outcome: "answered" });
    return value;
  } catch (error) {
    if (error instanceof Failure) failure ??= error;
    tell(failure ? { operation, outcome: "failed", failure } : { operation, outcome: "aborted" });
    throw error;
  }
}

const tell = (end: CallEnd): void => listeners.forEach((listener) => listener(end));
