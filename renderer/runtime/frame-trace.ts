import { frameOperations, type FrameMoment } from "#engine/documents/frame.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { CallEnd } from "#renderer/data/watch-calls.ts";
import { noteFault } from "#renderer/session/faults.ts";
import { toSessionRoot } from "./roots.ts";
import { trace } from "./trace.ts";

const isFrames = (operation: string): boolean => (frameOperations as readonly string[]).includes(operation);

/** Calls of documents trace themselves; here are those of the frame, and every one that was dropped or refused. */
export function traceCall({ operation, outcome, failure }: CallEnd, config: ConfigClient): void {
  const status = failure?.status ?? 0;
  const roots = { session: toSessionRoot(), failure: { operation, status, code: failure?.code ?? 0 } };
  if (isFrames(operation) && outcome !== "aborted") trace({ operation, outcome }, config, roots);
  if (outcome === "answered") return;
  trace({ frame: `request-${outcome}` satisfies FrameMoment, called: operation }, config, roots);
  const name = config.get("failures", "failures").named?.find((named) => named.operation === operation)?.error;
  if (failure && (name || status >= 500)) noteFault(new Error(name ?? `${operation}: ${status}`));
}

/** Traces something that the page does beside its screens. */
export const traceFrame = (frame: FrameMoment, config: ConfigClient): void =>
  trace({ frame }, config, { session: toSessionRoot() });
