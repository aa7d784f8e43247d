import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { WalletError } from "#server/errors.ts";
import type { Store } from "#server/platform/store/database.ts";

const maxWaiting = 200;
/** Requests in progress. A burst arrives completely before its first query waits. */
const maxRunning = 200;
/** Files take as long as the network needs, and wait for the disk instead of the database. */
const slow = /^(multipart\/form-data|application\/offset\+octet-stream)/i;
const maxDelayMs = 1000;
/** A rejection is delayed this long, for at most `maxDelayed` requests at a time. */
const refusalDelayMs = 300;
const maxDelayed = 2000;
const sampleMs = 500;

/** Monitoring always gets an answer. */
const monitoringRoutes: ReadonlySet<string> = new Set(["/health", "/metrics"]);

/**
 * Rejects new requests (503, code 120) while too many run, or while the database queue or the event loop is overloaded.
 */
export function addLoadShedding(server: FastifyInstance, services: { store: Pick<Store, "countWaiting"> }): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let delayMs = 0;
  let lastMs = 0;
  const timer = setInterval(() => {
    // Two samples in a row: one long task, such as compiling a release at the start, is no overload.
    const sampledMs = delay.percentile(50) / 1e6;
    delayMs = Math.min(lastMs, sampledMs);
    lastMs = sampledMs;
    delay.reset();
  }, sampleMs).unref();
  server.addHook("onClose", async () => {
    clearInterval(timer);
    delay.disable();
  });
  let delayed = 0;
  /** Clients that retry at once cost more than served ones, so the rejection is delayed. */
  const refuse = async (done: (error: Error) => void) => {
    if (delayed < maxDelayed) {
      delayed += 1;
      await sleep(refusalDelayMs);
      delayed -= 1;
    }
    done(new WalletError("unavailable", { retryAfterSeconds: 2 }));
  };
  let running = 0;
  server.addHook("onRequest", (request, reply, done) => {
    if (monitoringRoutes.has(request.routeOptions.url ?? "") || slow.test(request.headers["content-type"] ?? ""))
      return done();
    if (running >= maxRunning || services.store.countWaiting() > maxWaiting || delayMs > maxDelayMs)
      return void refuse(done);
    running += 1;
    let isOver = false;
    const end = () => {
      if (!isOver) running -= 1;
      isOver = true;
    };
    // A client that disconnects emits only "close".
    reply.raw.once("finish", end).once("close", end);
    done();
  });
}
