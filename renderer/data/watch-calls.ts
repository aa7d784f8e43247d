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

/** Tells of every call that ends, whoever made it. Gives the way to stop listening. */
export function watchCalls(listener: (end: CallEnd) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Waits for a call and tells those who watch how it ended. */
export async function watched<T>(operation: OperationId, answer: Promise<T>): Promise<T> {
  try {
    const value = await answer;
    tell({ operation, outcome: "answered" });
    return value;
  } catch (error) {
    tell(
      error instanceof Failure ? { operation, outcome: "failed", failure: error } : { operation, outcome: "aborted" },
    );
    throw error;
  }
}

const tell = (end: CallEnd): void => listeners.forEach((listener) => listener(end));
