import { useEffect } from "react";
import { frameOperations, type FrameMoment } from "#engine/documents/frame.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { watchCalls, type CallEnd } from "#renderer/data/watch-calls.ts";
import { toSessionRoot } from "#renderer/runtime/roots.ts";
import { moments, trace } from "#renderer/runtime/trace.ts";
import { faults, noteFault } from "#renderer/session/faults.ts";

/** The page itself is drawn before what tells of it is fetched; where the line broke it is tried again. */
const afterPaintMs = 50;
const againMs = 10_000;

/** What the page does beside its screens goes into the trace; events and faults are sent once there is something to send. */
export function useTelemetry(config: ConfigClient): void {
  useEffect(() => watchCalls((end) => traceCall(end, config)), [config]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    const begin = async () => {
      const { startTelemetry } = await import("./telemetry.ts");
      if (!gone) stop = startTelemetry(config);
    };
    const beginAfter = (ms: number): unknown =>
      setTimeout(() => void begin().catch(() => gone || beginAfter(againMs)), ms);
    void Promise.race([moments.begun, faults.begun]).then(() => beginAfter(afterPaintMs));
    return () => {
      gone = true;
      stop?.();
    };
  }, [config]);
}

const isFrames = (operation: string): boolean => (frameOperations as readonly string[]).includes(operation);

/** Calls of documents trace themselves; here are those of the frame, and every one that was dropped or refused. */
function traceCall({ operation, outcome, failure }: CallEnd, config: ConfigClient): void {
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
