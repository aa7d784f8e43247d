import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** As much and as long as a client may go on sending what was refused already; then it is cut off. */
const restBytes = 64 * 1024 * 1024;
const restMs = 30_000;

/**
 * Lets an answer reach who is still sending: browsers read nothing before everything is sent, and a connection that ends
 * before throws the answer away. What comes after it is read and forgotten.
 */
export function addLateBodies(server: FastifyInstance): void {
  server.addHook("onSend", (request, reply, _payload, done) => {
    if (isSending(request.raw)) {
      reply.raw.shouldKeepAlive = true;
      reply.raw.once("finish", () => forgetRest(request.raw));
    }
    done();
  });
}

const isSending = (request: IncomingMessage) => !request.complete && !request.readableEnded && !request.destroyed;

function forgetRest(request: IncomingMessage): void {
  if (!isSending(request)) return;
  const cut = () => request.destroy();
  const timer = setTimeout(cut, restMs).unref();
  let left = restBytes;
  // Whoever read it before would still hold it up.
  request.unpipe();
  request.removeAllListeners("data");
  request.on("data", (part: Buffer) => {
    left -= part.length;
    if (left < 0) cut();
  });
  request.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  request.resume();
}
