import { PassThrough, type Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";

/** A comment, so that proxies keep the connection; before it the caller is checked again. */
const keepAliveMs = 10_000;
/** More unread bytes than this: the reader is gone or too slow, and connects again. */
const unreadMax = 64 * 1024;

/** An open stream of server-sent events (HTML, 9.2). */
export interface EventStream {
  body: Readable;
  /** Sends an event, after `isAllowed` agrees; ends the stream otherwise. */
  send(event: string, data: unknown): void;
}

/**
 * Opens a stream of events. `isAllowed` is asked before each event and every ten seconds: a person who was removed sees
 * nothing more. The stream also ends when the server shuts down. `onEnd` is called once.
 */
export function openEventStream(
  server: FastifyInstance,
  reply: FastifyReply,
  { isAllowed, onEnd }: { isAllowed: () => Promise<boolean>; onEnd: () => void },
): EventStream {
  const body = new PassThrough();
  const wasListening = server.server.listening;
  void reply.type("text/event-stream").header("cache-control", "no-store").header("x-accel-buffering", "no");
  const write = async (text: string) => {
    const mayGoOn = (await isAllowed().catch(() => false)) && body.writableLength < unreadMax;
    if (body.writableEnded || body.destroyed) return;
    if (mayGoOn) body.write(text);
    else body.end();
  };
  // A shutdown waits for open answers.
  const watch = setInterval(() => {
    if (wasListening && !server.server.listening) body.end();
  }, 500).unref();
  const keepAlive = setInterval(() => void write(":\n\n"), keepAliveMs).unref();
  const end = () => {
    clearInterval(watch);
    clearInterval(keepAlive);
    onEnd();
  };
  body.once("close", end);
  reply.raw.once("close", () => body.destroy());
  body.write(":\n\n");
  return {
    body,
    send: (event, data) => void write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
  };
}
