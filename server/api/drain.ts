import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { WalletError } from "#server/errors.ts";

const everyMs = 100;
/** Long enough for a client that asks without pause to hear, with an answer, that its connection ends. */
const noticeMs = 500;

/**
 * Ends in good order: for half a second everything is still answered, each answer ends its connection, and /health is 503
 * so that nobody is sent here; then nothing new is accepted, and connections end as soon as their request is answered.
 */
export function addDrain(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;
  server.addHook("onRequest", ({ routeOptions: { url = "" } }, _reply, done) => {
    // The sandbox's desks call the server themselves, and nothing is answered to that any more.
    const isRefused = isEnding && (url === "/health" || url.startsWith("/sandbox/"));
    done(isRefused ? new WalletError("unavailable") : undefined);
  });
  server.addHook("preClose", async () => {
    isEnding = true;
    if (server.server.listening) await sleep(noticeMs);
    timer = setInterval(() => server.server.closeIdleConnections(), everyMs);
  });
  server.addHook("onClose", async () => clearInterval(timer));
}
