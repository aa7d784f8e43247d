import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { ofetch, type FetchOptions } from "ofetch";

const limitMs = 10_000;

/** Status and headers of an answer, and a function that reads its body. */
export interface HttpAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  /** The whole body. Throws when it breaks off or when the time is over. */
  read(): Promise<string>;
}

/**
 * Calls an outside server once: no redirect, no retry. The limit of ten seconds covers everything to the last byte of
 * the body. Any status is an answer; throws when there is none.
 */
export async function fetchOnce(
  url: string,
  options: Pick<FetchOptions, "method" | "headers" | "body">,
): Promise<HttpAnswer> {
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
    // After the head, Node's fetch holds its signal weakly and may lose it (nodejs/undici#4984).
    read: async () => (body ? await text(Readable.fromWeb(body as ReadableStream, { signal })) : ""),
  };
}
