import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { WalletError } from "#server/errors.ts";
import type { Store } from "#server/platform/store/database.ts";

const maxWaiting = 200;
/** Answered at the same time; a burst is all here before its first query waits. */
const maxRunning = 200;
/** Files take as long as their line needs, and wait for the disk rather than the database. */
const slow = /^(multipart\/form-data|application\/offset\+octet-stream)/i;
const maxDelayMs = 1000;
/** How long a refusal is held back, and how many at a time. */
const heldMs = 300;
const maxHeld = 2000;
const sampleMs = 500;

/** Whoever looks after the server is answered in any case. */
const watched: ReadonlySet<string> = new Set(["/health", "/metrics"]);

/** Refuses new work (503, code 120) while too many requests run, or the database queue or the event loop is overfull. Health and metrics are always answered. */
export function addLoadShedding(server: FastifyInstance, services: { store: Pick<Store, "waiting"> }): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let delayMs = 0;
  let lastMs = 0;
  const timer = setInterval(() => {
    // Two samples one after the other: a single long step, such as compiling a release at start, is no overload.
    const sampledMs = delay.percentile(50) / 1e6;
    delayMs = Math.min(lastMs, sampledMs);
    lastMs = sampledMs;
    delay.reset();
  }, sampleMs).unref();
  server.addHook("onClose", async () => {
    clearInterval(timer);
    delay.disable();
  });
  let held = 0;
  /** Who is refused and asks again at once, as many do, costs more than who is served: the refusal takes its time. */
  const refuse = async (done: (error: Error) => void) => {
    if (held < maxHeld) {
      held += 1;
      await sleep(heldMs);
      held -= 1;
    }
    done(new WalletError("unavailable", { retryAfterSeconds: 2 }));
  };
  let running = 0;
  server.addHook("onRequest", (request, reply, done) => {
    if (watched.has(request.routeOptions.url ?? "") || slow.test(request.headers["content-type"] ?? "")) return done();
    if (running >= maxRunning || services.store.waiting() > maxWaiting || delayMs > maxDelayMs)
      return void refuse(done);
    running += 1;
    let isOver = false;
    const end = () => {
      if (!isOver) running -= 1;
      isOver = true;
    };
    // Whoever hangs up never sees the end of the answer, only of the connection.
    reply.raw.once("finish", end).once("close", end);
    done();
  });
}
