import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { WalletError } from "../errors.ts";
import type { Services } from "../services.ts";

const maxWaiting = 200;
const maxDelayMs = 1000;
const sampleMs = 500;

/** Refuses new work quickly (503, code 120) while the database queue or the event loop is overfull. Health is always answered. */
export function addLoadShedding(server: FastifyInstance, services: Pick<Services, "store">): void {
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
  server.addHook("onRequest", async (request) => {
    if (request.routeOptions.url === "/health") return;
    if (services.store.waiting() > maxWaiting || delayMs > maxDelayMs) throw new WalletError("unavailable", { retryAfterSeconds: 2 });
  });
}
