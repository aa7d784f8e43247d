import { EventSourceParserStream } from "eventsource-parser/stream";

/** The server sends a comment every ten seconds. A connection that is silent for longer is dead. */
const silenceMs = 25_000;
/** A connection that lived this long was good: a proxy may cut each one after half a minute. */
const goodMs = 5_000;
const firstDelayMs = 1_000;
const maxDelayMs = 60_000;

/** The server has no such stream: an older release, another wallet, or a proxy that does not pass it on. */
const isAbsent = (status: number): boolean => [404, 405, 406, 501].includes(status);

export interface EventStreamOptions {
  address: string;
  /** The headers of each connection: tokens are renewed meanwhile. */
  toHeaders(): Record<string, string>;
  onOpen(): void;
  onEvent(event: string, data: unknown): void;
  /** The connection is lost, or there is none. */
  onLost(): void;
  /** The token was refused. Resolves when it is worth another try. */
  onRefused(): Promise<void>;
  signal: AbortSignal;
}

/**
 * Keeps a stream of server-sent events open until the signal aborts: connects again after a loss, with a growing random
 * delay. An EventSource cannot send a token. Resolves at once where the server has no stream.
 */
export async function followEvents(options: EventStreamOptions): Promise<void> {
  const { signal } = options;
  for (let failures = 0; !signal.aborted;) {
    const began = performance.now();
    const end = await connect(options).catch(() => ({ status: 0, retryAfterMs: 0 }));
    options.onLost();
    if (signal.aborted || isAbsent(end.status)) return;
    if (end.status === 401) await options.onRefused();
    failures = performance.now() - began > goodMs ? 0 : failures + 1;
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
    await sleep(Math.max(end.retryAfterMs, delayMs * (0.5 + Math.random() / 2)), signal);
  }
}

async function connect(options: EventStreamOptions): Promise<{ status: number; retryAfterMs: number }> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onBytes = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  onBytes();
  const stop = () => silence.abort();
  options.signal.addEventListener("abort", stop, { once: true });
  try {
    const { status, headers, body } = await fetch(options.address, {
      headers: { ...options.toHeaders(), accept: "text/event-stream" },
      signal: silence.signal,
    });
    const isStream = headers.get("content-type")?.startsWith("text/event-stream");
    if (status !== 200 || !isStream || !body) {
      await body?.cancel();
      return { status: status === 200 ? 404 : status, retryAfterMs: Number(headers.get("retry-after") ?? 0) * 1000 };
    }
    options.onOpen();
    // A comment of the server keeps the connection, like an event.
    const events = body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
      .pipeThrough(new EventSourceParserStream({ onComment: onBytes }))
      .getReader();
    for (let part = await events.read(); !part.done; part = await events.read()) {
      onBytes();
      options.onEvent(part.value.event ?? "message", JSON.parse(part.value.data));
    }
    return { status, retryAfterMs: 0 };
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", stop);
  }
}

/** Waits, at most until the network returns or the signal aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
