import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { openPublicUrl } from "#server/platform/open-public-url.ts";
import type { IssuersPort } from "./issuers.ts";

const cacheMs = 300_000;
const cacheMax = 100;
/** A status list of a million credentials has some hundred thousand characters. */
const maxBytes = 2 * 1024 * 1024;

/** Reads from the issuers and caches each answer for five minutes. Private addresses are refused. */
export function createIssuers(open: (url: URL, maxBytes: number) => Promise<Readable> = openPublicUrl): IssuersPort {
  const cache = new Map<string, { text: string; until: number }>();
  return {
    async read(address) {
      const cached = cache.get(address);
      if (cached && cached.until > Date.now()) return cached.text;
      const url = new URL(address);
      if (url.protocol !== "https:") throw new Error(`${url.protocol} is not supported for issuers, only https.`);
      const read = await text(Readable.from(limit(await open(url, maxBytes))));
      cache.delete(address);
      const oldest = cache.size >= cacheMax ? cache.keys().next().value : undefined;
      if (oldest !== undefined) cache.delete(oldest);
      cache.set(address, { text: read, until: Date.now() + cacheMs });
      return read;
    },
  };
}

async function* limit(body: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error("The answer of the issuer is too large.");
    yield chunk;
  }
}
