import { describeError, type Log } from "#server/platform/log.ts";
import { ExportRejected, type ExporterPort, type TelemetryReport } from "#server/ports/exporter.ts";

/** Limits of batches, queue and retries. Times are in milliseconds. */
export interface QueueLimits {
  batchDelayMs: number;
  batchSize: number;
  /** Beyond this number the oldest reports are dropped. */
  maxQueued: number;
  maxAttempts: number;
  firstRetryMs: number;
  maxRetryMs: number;
}
const defaultLimits: QueueLimits = {
  batchDelayMs: 2000,
  batchSize: 100,
  maxQueued: 2000,
  maxAttempts: 6,
  firstRetryMs: 1000,
  maxRetryMs: 300_000,
};

/** Sends reports to one exporter in batches, in the background. `offer` never waits and never fails. */
export class ExportQueue {
  private readonly queue: TelemetryReport[] = [];
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
    this.limits = { ...defaultLimits, ...limits };
  }

  offer(reports: readonly TelemetryReport[]): void {
    this.queue.push(...reports);
    this.drop(this.queue.length - this.limits.maxQueued);
    this.wake(this.limits.batchDelayMs);
  }

  /** Sends the queued reports once, at the server's shutdown. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.queue.length > 0 && !this.isSending) await this.sendBatch();
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
    const batch = this.queue.splice(0, this.limits.batchSize);
    let waitMs = 0;
    try {
      await this.exporter.send(batch);
      this.attempts = 0;
    } catch (error) {
      waitMs = this.requeue(batch, error);
    }
    this.isSending = false;
    if (this.queue.length > 0) this.wake(waitMs);
  }

  /** Requeues a rejected batch, or drops it. Returns the delay before the next attempt. */
  private requeue(batch: readonly TelemetryReport[], error: unknown): number {
    this.attempts += 1;
    const mayTakeLater = error instanceof ExportRejected && error.isRetriable;
    const { firstRetryMs, maxRetryMs, maxAttempts } = this.limits;
    this.log.warn({ exporter: this.exporter.name, attempts: this.attempts, ...describeError(error) }, "not exported");
    if (!mayTakeLater || this.attempts >= maxAttempts) {
      this.attempts = 0;
      return 0;
    }
    this.queue.unshift(...batch);
    this.drop(this.queue.length - this.limits.maxQueued);
    const requestedMs = (error.retryAfterSeconds ?? 0) * 1000;
    return Math.min(Math.max(firstRetryMs * 2 ** (this.attempts - 1), requestedMs), maxRetryMs);
  }

  private drop(count: number): void {
    if (count <= 0) return;
    this.queue.splice(0, count);
    this.dropped += count;
    this.log.warn({ exporter: this.exporter.name, count: this.dropped }, "reports dropped");
  }
}
