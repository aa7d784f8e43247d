import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { createBufferedChannel } from "#renderer/session/buffered-channel.ts";
import { Failure } from "./failure.ts";

/** How a call ended. `aborted`: the caller stopped it, the page was closed, or there was no session for it. */
export interface CallOutcome {
  operation: AppOperationId;
  outcome: "answered" | "failed" | "aborted";
  /** Set if `outcome` is `failed`. */
  failure?: Failure;
}

const { emit, subscribe } = createBufferedChannel<CallOutcome>();

/** Reports the end of every call, file and upload, including earlier ones. Returns the function that unsubscribes. */
export const watchCallOutcomes = subscribe;

// A page that closes has its calls cut off; that is no failure. Firefox cuts them off before `pagehide`, so each call
// listens to `beforeunload` itself while it runs: a permanent listener would keep the page out of the back/forward
// cache. Node has no such events.
let isPageHidden = false;
globalThis.addEventListener?.("pagehide", () => (isPageHidden = true));
globalThis.addEventListener?.("pageshow", () => (isPageHidden = false));

/** Waits for a call and reports its outcome. A refusal is reported even if it ends the session. */
export async function trackCall<T>(
  operation: AppOperationId,
  send: (refused: (failure: Failure) => void) => Promise<T>,
): Promise<T> {
  let failure: Failure | undefined;
  let isUnloading = false;
  const onBeforeUnload = () => (isUnloading = true);
  globalThis.addEventListener?.("beforeunload", onBeforeUnload);
  try {
    const value = await send((refusal) => (failure = refusal));
    emit({ operation, outcome: "answered" });
    return value;
  } catch (error) {
    if (error instanceof Failure) failure ??= error;
    const isCutOffByUnload = (isPageHidden || isUnloading) && failure?.status === 0;
    emit(failure && !isCutOffByUnload ? { operation, outcome: "failed", failure } : { operation, outcome: "aborted" });
    throw error;
  } finally {
    globalThis.removeEventListener?.("beforeunload", onBeforeUnload);
  }
}
