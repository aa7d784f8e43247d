import { PassThrough, type Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { blockedFor } from "#server/errors.ts";
import { FairShares } from "#server/platform/fair-shares.ts";

/** A comment, so that proxies keep the connection; before it the caller is checked again. */
const keepAliveMs = 10_000;
/** How often the streams of a server are looked at: a shutdown waits for open answers. */
const tickMs = 500;
/** More unread bytes than this: the reader is gone or too slow, and connects again. */
const unreadMax = 64 * 1024;
/** Open streams of a server, and of one person: several pages on several devices. */
const streamsMax = 5000;
const streamsPerPerson = 10;
const retrySeconds = 5;

/** An open stream of server-sent events (HTML, 9.2). */
export interface EventStream {
  body: Readable;
  /** Sends an event, after `isAllowed` agrees; ends the stream otherwise. */
  send(event: string, data: unknown): void;
  end(): void;
}

interface StreamOptions {
  /** The id of the person, whose streams are counted. */
  person: string;
  /** Asked before each event and every ten seconds. Without it, the caller ends the stream. */
  isAllowed?: () => Promise<boolean>;
  /** Called once. */
  onEnd: () => void;
}

interface OpenStream {
  body: PassThrough;
  keepAliveAt: number;
  keepAlive(): void;
}

/** The streams of one server. One timer serves all of them. */
class OpenStreams {
  readonly shares = new FairShares({ places: streamsMax, perPerson: streamsPerPerson });
  readonly #server: FastifyInstance["server"];
  readonly #streams = new Set<OpenStream>();
  #timer: NodeJS.Timeout | undefined;
  #wasListening = false;

  constructor(server: FastifyInstance["server"]) {
    this.#server = server;
  }

  get count(): number {
    return this.#streams.size;
  }

  add(stream: OpenStream): void {
    this.#wasListening ||= this.#server.listening;
    this.#streams.add(stream);
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
  }

  remove(stream: OpenStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    const isOver = this.#wasListening && !this.#server.listening;
    const now = performance.now();
    for (const stream of this.#streams)
      if (isOver) stream.body.end();
      else if (stream.keepAliveAt <= now) {
        stream.keepAliveAt = now + keepAliveMs;
        stream.keepAlive();
      }
  }
}

const byServer = new WeakMap<FastifyInstance["server"], OpenStreams>();

function findStreams({ server }: FastifyInstance): OpenStreams {
  const streams = byServer.get(server) ?? new OpenStreams(server);
  byServer.set(server, streams);
  return streams;
}

/** The number of open streams of a server. */
export const countStreams = (server: FastifyInstance): number => findStreams(server).count;

/**
 * Opens a stream of events. A person who was removed sees nothing more. The stream also ends when the server shuts
 * down. It leaves the budgets of open calls, because it has its own. Throws 429 for too many of one person.
 */
export function openEventStream(
  server: FastifyInstance,
  reply: FastifyReply,
  { person, isAllowed = async () => true, onEnd }: StreamOptions,
): EventStream {
  const streams = findStreams(server);
  const endShare = streams.shares.take(person);
  if (!endShare) throw blockedFor(retrySeconds, "open-calls");
  const body = new PassThrough();
  void reply.type("text/event-stream").header("cache-control", "no-store").header("x-accel-buffering", "no");
  const write = async (text: string) => {
    const mayGoOn = (await isAllowed().catch(() => false)) && body.writableLength < unreadMax;
    if (body.writableEnded || body.destroyed) return;
    if (mayGoOn) body.write(text);
    else body.end();
  };
  const stream: OpenStream = {
    body,
    keepAliveAt: performance.now() + keepAliveMs,
    keepAlive: () => void write(":\n\n"),
  };
  streams.add(stream);
  body.once("close", () => {
    streams.remove(stream);
    endShare();
    onEnd();
  });
  reply.raw.once("close", () => body.destroy());
  reply.request.endShares?.();
  body.write(":\n\n");
  return {
    body,
    send: (event, data) => void write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void body.end(),
  };
}
