import { Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { WalletError } from "#server/errors.ts";

const everyMs = 100;
/** Checks, one per `everyMs`, during which busy clients still get answers that close their connection. */
const minChecks = 5;
/** Upper limit of that time while requests keep arriving. */
const maxNoticeMs = 3000;
/** After this many checks without a request, load balancers have noticed. A paused machine does not count as quiet. */
const quietChecks = 3;
/** Time for the first request of an accepted connection. Browsers open some that they never use. */
const firstRequestMs = 300;

/**
 * Adds a graceful shutdown. For half a second, and up to three while requests arrive, the server answers everything,
 * closes each connection with its answer, and /health is 503. Then it accepts no connection and closes each one after
 * its running request.
 */
export function addGracefulShutdown(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  let isShuttingDown = false;
  const { server: listener } = server;
  const sockets = new Set<Socket>();
  listener.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Routes of the sandbox inject calls into the server, which would get no answer any more.
  const refuse: onRequestHookHandler = (_request, _reply, done) =>
    done(isShuttingDown ? new WalletError("unavailable") : undefined);
  server.addHook("onRoute", (route) => {
    if (route.url === "/health" || route.url.startsWith("/sandbox/"))
      route.onRequest = [refuse, ...[route.onRequest ?? []].flat()];
  });
  server.addHook("preClose", async () => {
    isShuttingDown = true;
    if (!listener.listening) return;
    let hadRequest = false;
    listener.on("request", () => (hadRequest = true));
    const began = performance.now();
    let quiet = 0;
    for (let check = 1; check <= minChecks || quiet < quietChecks; check += 1) {
      await sleep(everyMs);
      if (performance.now() - began >= maxNoticeMs) break;
      quiet = hadRequest ? 0 : quiet + 1;
      hadRequest = false;
    }
    const closed = new Promise((resolve) => Server.prototype.close.call(listener, resolve));
    await Promise.race([closed, sleep(firstRequestMs)]);
    timer = setInterval(() => {
      listener.closeIdleConnections();
      // For Node, a connection without any request is not idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, everyMs);
    await closed;
  });
  server.addHook("onClose", async () => clearInterval(timer));
}
