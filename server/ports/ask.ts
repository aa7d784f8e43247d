import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { ofetch, type FetchOptions } from "ofetch";

const limitMs = 10_000;

/** The head of an answer, and its body for whoever reads it. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  /** The body to its end. Throws what broke it off, or that the time is over. */
  read(): Promise<string>;
}

/**
 * Asks a server outside once; follows nothing, tries nothing again. All of it together, to the last byte of the body,
 * has ten seconds. Any status is an answer; throws what stood in the way of one.
 */
export async function ask(url: string, options: Pick<FetchOptions, "method" | "headers" | "body">): Promise<Answer> {
  const signal = AbortSignal.timeout(limitMs);
  const { ok, status, headers, body } = await ofetch.raw(url, {
    ...options,
    signal,
    retry: 0,
    redirect: "error",
    ignoreResponseError: true,
    responseType: "stream",
  });
  return {
    ok,
    status,
    headers,
    // Once the head has come, Node's fetch holds its signal so loosely that it can be lost (nodejs/undici#4984).
    read: async () => (body ? await text(Readable.fromWeb(body as ReadableStream, { signal })) : ""),
  };
}
