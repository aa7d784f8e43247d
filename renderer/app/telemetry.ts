import type { ConfigClient } from "#renderer/data/config-client.ts";
import { reportFault } from "#renderer/runtime/error-reports.ts";
import { sendEvents } from "#renderer/runtime/events.ts";
import { moments } from "#renderer/runtime/trace.ts";
import { faults } from "#renderer/session/faults.ts";

/** Sends what of the page is counted and what went wrong on it, from its beginning. Gives the way to stop. */
export function startTelemetry(config: ConfigClient): () => void {
  const stops = [moments.hear(sendEvents), faults.hear((fault) => reportFault(fault, config))];
  return () => stops.forEach((stop) => stop());
}
