import { describeError, type Log } from "#server/platform/log.ts";
import { NotTaken, type ExporterPort, type Report } from "#server/ports/exporter.ts";

/** How reports are gathered, kept and tried again; in milliseconds, but for counts. */
export interface QueueLimits {
  gatherMs: number;
  batch: number;
  /** More than so many wait for nobody: the oldest go. */
  most: number;
  attempts: number;
  firstWaitMs: number;
  longestWaitMs: number;
}
const usual: QueueLimits = {
  gatherMs: 2000,
  batch: 100,
  most: 2000,
  attempts: 6,
  firstWaitMs: 1000,
  longestWaitMs: 300_000,
};

/** Tells one exporter of reports, in batches and in its own time: who offers never waits, and never fails. */
export class ExportQueue {
  private readonly waiting: Report[] = [];
  private readonly limits: QueueLimits;
  private timer: NodeJS.Timeout | undefined;
  private attempts = 0;
  private isSending = false;
  private dropped = 0;

  constructor(
    private readonly exporter: ExporterPort,
    private readonly log: Log,
    limits: Partial<QueueLimits> = {},
  ) {
    this.limits = { ...usual, ...limits };
  }

  offer(reports: readonly Report[]): void {
    this.waiting.push(...reports);
    this.drop(this.waiting.length - this.limits.most);
    this.wake(this.limits.gatherMs);
  }

  /** At the end of the server: what waits is tried once. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting.length > 0 && !this.isSending) await this.sendBatch();
    clearTimeout(this.timer);
  }

  private wake(afterMs: number): void {
    if (this.timer || this.isSending) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.sendBatch();
    }, afterMs).unref();
  }

  private async sendBatch(): Promise<void> {
    this.isSending = true;
    const batch = this.waiting.splice(0, this.limits.batch);
    let waitMs = 0;
    try {
      await this.exporter.send(batch);
      this.attempts = 0;
    } catch (error) {
      waitMs = this.keep(batch, error);
    }
    this.isSending = false;
    if (this.waiting.length > 0) this.wake(waitMs);
  }

  /** A batch that was not taken goes back to the head, or away; gives how long to wait. */
  private keep(batch: readonly Report[], error: unknown): number {
    this.attempts += 1;
    const mayTakeLater = error instanceof NotTaken && error.mayTakeLater;
    const { firstWaitMs, longestWaitMs, attempts } = this.limits;
    this.log.warn({ exporter: this.exporter.name, attempts: this.attempts, ...describeError(error) }, "not exported");
    if (!mayTakeLater || this.attempts >= attempts) {
      this.attempts = 0;
      return 0;
    }
    this.waiting.unshift(...batch);
    this.drop(this.waiting.length - this.limits.most);
    const asked = (error.retryAfterSeconds ?? 0) * 1000;
    return Math.min(Math.max(firstWaitMs * 2 ** (this.attempts - 1), asked), longestWaitMs);
  }

  private drop(count: number): void {
    if (count <= 0) return;
    this.waiting.splice(0, count);
    this.dropped += count;
    this.log.warn({ exporter: this.exporter.name, count: this.dropped }, "reports dropped");
  }
}
