import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { openOutside } from "#server/platform/open-outside.ts";
import type { IssuersPort } from "./issuers.ts";

const keptMs = 300_000;
const keptMax = 100;
/** A list of a million credentials is some hundred thousand characters. */
const maxBytes = 2 * 1024 * 1024;

/** Asks the issuers themselves; what was read is kept for five minutes. Addresses inside a network are not asked. */
export function createIssuers(open: (url: URL, maxBytes: number) => Promise<Readable> = openOutside): IssuersPort {
  const kept = new Map<string, { text: string; until: number }>();
  return {
    async read(address) {
      const known = kept.get(address);
      if (known && known.until > Date.now()) return known.text;
      const url = new URL(address);
      if (url.protocol !== "https:") throw new Error(`${url.protocol} is no way to ask an issuer.`);
      const read = await text(Readable.from(limit(await open(url, maxBytes))));
      kept.delete(address);
      const oldest = kept.size >= keptMax ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(address, { text: read, until: Date.now() + keptMs });
      return read;
    },
  };
}

async function* limit(body: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error("An issuer says more than is read.");
    yield chunk;
  }
}
