import { frameOperations, type FrameMoment } from "#engine/core/definitions/frame.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { CallOutcome } from "#renderer/data/call-outcomes.ts";
import { recordError } from "#renderer/session/page-errors.ts";
import { toSessionRoot } from "./roots.ts";
import { trace } from "./trace.ts";

const isFrameOperation = (operation: string): boolean => (frameOperations as readonly string[]).includes(operation);

/** Traces the calls of the frame, and every call that failed or was aborted. Steps trace their own calls. */
export function traceCall({ operation, outcome, failure }: CallOutcome, config: ConfigClient): void {
  const status = failure?.status ?? 0;
  const roots = { session: toSessionRoot(), failure: { operation, status, code: failure?.code ?? 0 } };
  if (isFrameOperation(operation) && outcome !== "aborted") trace({ operation, outcome }, config, roots);
  if (outcome === "answered") return;
  trace({ frame: `request-${outcome}` satisfies FrameMoment, called: operation }, config, roots);
  const name = config.get("failures", "failures").named?.find((named) => named.operation === operation)?.error;
  if (failure && (name || status >= 500)) recordError(new Error(name ?? `${operation}: ${status}`));
}

/** Traces an event of the frame. */
export const traceFrame = (frame: FrameMoment, config: ConfigClient): void =>
  trace({ frame }, config, { session: toSessionRoot() });
