import { useEffect } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { watchCallOutcomes } from "#renderer/data/call-outcomes.ts";
import { traceCall } from "#renderer/runtime/frame-trace.ts";
import { traceMoments } from "#renderer/runtime/trace.ts";
import { pageErrors } from "#renderer/session/page-errors.ts";

/** Loads after the page itself, and again if loading fails. */
const afterPaintMs = 300;
const retryMs = 10_000;

/** Traces the frame's calls, and sends events and errors once there are any. */
export function useTelemetry(config: ConfigClient): void {
  useEffect(() => watchCallOutcomes((end) => traceCall(end, config)), [config]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isStopped = false;
    const start = async () => {
      const { startTelemetry } = await import("./telemetry.ts");
      if (!isStopped) stop = startTelemetry(config);
    };
    const startAfter = (ms: number): unknown =>
      setTimeout(() => void start().catch(() => isStopped || startAfter(retryMs)), ms);
    void Promise.race([traceMoments.firstEmit, pageErrors.firstEmit]).then(() => startAfter(afterPaintMs));
    return () => {
      isStopped = true;
      stop?.();
    };
  }, [config]);
}
