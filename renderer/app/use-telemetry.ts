import { useEffect } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { watchCalls } from "#renderer/data/watch-calls.ts";
import { traceCall } from "#renderer/runtime/frame-trace.ts";
import { moments } from "#renderer/runtime/trace.ts";
import { faults } from "#renderer/session/faults.ts";

/** The page itself is drawn before what tells of it is fetched; where the line broke it is tried again. */
const afterPaintMs = 300;
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
