import type { AnalyticsEvent, ErrorReport } from "#engine/contract/protocol-endpoints.ts";

/** A report of a page, with the time of its arrival. */
export type TelemetryReport = { receivedAt: Date } & (
  | { kind: "event"; entry: AnalyticsEvent }
  | { kind: "error"; entry: ErrorReport }
);

/** An outside service that gets page reports. `send` throws ExportRejected when it did not accept the batch. */
export interface ExporterPort {
  name: string;
  send(batch: readonly TelemetryReport[]): Promise<void>;
}

/** The service rejected a batch. `retryAfterSeconds` is the delay that it asked for. */
export class ExportRejected extends Error {
  constructor(
    readonly status: number,
    readonly isRetriable: boolean,
    readonly retryAfterSeconds?: number,
  ) {
    super(`The batch was answered with ${status}.`);
  }
}
