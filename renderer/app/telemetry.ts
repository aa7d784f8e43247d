import type { ConfigClient } from "#renderer/data/config-client.ts";
import { sendErrorReport } from "#renderer/runtime/error-reports.ts";
import { sendEvents } from "#renderer/runtime/analytics-events.ts";
import { traceMoments } from "#renderer/runtime/trace.ts";
import { pageErrors } from "#renderer/session/page-errors.ts";

/** Sends analytics events and error reports, including earlier ones. Returns the function that stops. */
export function startTelemetry(config: ConfigClient): () => void {
  const stops = [traceMoments.subscribe(sendEvents), pageErrors.subscribe((fault) => sendErrorReport(fault, config))];
  return () => stops.forEach((stop) => stop());
}
