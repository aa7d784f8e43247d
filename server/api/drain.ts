import { Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { WalletError } from "#server/errors.ts";

const everyMs = 100;
/** Looks, one in `everyMs`: long enough for a client that asks without pause to hear, with an answer, that its connection ends. */
const noticeLooks = 5;
/** While somebody still sends requests here they are answered, so long at most. */
const longestNoticeMs = 3000;
/** When so many looks find that nobody has sent one, those that look after us have heard. While the machine stands still there is no look, and nobody is heard. */
const quietLooks = 3;
/** A connection that was accepted has so long for its first request. Browsers open some for requests that never come. */
const firstRequestMs = 300;

/**
 * Ends in good order: for half a second, and while requests keep coming for three, everything is still answered, each
 * answer ends its connection, and /health is 503 so that nobody is sent here; then no connection is accepted any more, and
 * those that were end as soon as their request is answered.
 */
export function addDrain(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;
  const { server: listener } = server;
  const sockets = new Set<Socket>();
  listener.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.addHook("onRequest", ({ routeOptions: { url = "" } }, _reply, done) => {
    // The sandbox's desks call the server themselves, and nothing is answered to that any more.
    const isRefused = isEnding && (url === "/health" || url.startsWith("/sandbox/"));
    done(isRefused ? new WalletError("unavailable") : undefined);
  });
  server.addHook("preClose", async () => {
    isEnding = true;
    if (!listener.listening) return;
    let isAsked = false;
    listener.on("request", () => (isAsked = true));
    const began = performance.now();
    let quiet = 0;
    for (let look = 1; look <= noticeLooks || quiet < quietLooks; look += 1) {
      await sleep(everyMs);
      if (performance.now() - began >= longestNoticeMs) break;
      quiet = isAsked ? 0 : quiet + 1;
      isAsked = false;
    }
    const over = new Promise((resolve) => Server.prototype.close.call(listener, resolve));
    await Promise.race([over, sleep(firstRequestMs)]);
    timer = setInterval(() => {
      listener.closeIdleConnections();
      // To Node, who has never sent anything is not idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, everyMs);
    await over;
  });
  server.addHook("onClose", async () => clearInterval(timer));
}
