import type { AnalyticsEvent, ErrorReport } from "#engine/api/outside.ts";

/** What a page told of itself, with when it came. */
export type Report = { receivedAt: Date } & (
  | { kind: "event"; entry: AnalyticsEvent }
  | { kind: "error"; entry: ErrorReport }
);

/** Who else is told of it. `send` throws NotTaken when the batch was not taken. */
export interface ExporterPort {
  name: string;
  send(batch: readonly Report[]): Promise<void>;
}

/** A batch was not taken. Sent again only where that may help, and not before the time that was asked for. */
export class NotTaken extends Error {
  constructor(
    readonly status: number,
    readonly mayTakeLater: boolean,
    readonly retryAfterSeconds?: number,
  ) {
    super(`The batch was answered with ${status}.`);
  }
}
