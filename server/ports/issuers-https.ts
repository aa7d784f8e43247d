import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { WalletError } from "#server/errors.ts";
import { openUrl } from "#server/files/uploads/from-url.ts";
import type { IssuersPort } from "./issuers.ts";

const keptMs = 300_000;
const keptMax = 100;
/** A list of a million credentials is some hundred thousand characters. */
const maxBytes = 2 * 1024 * 1024;

/** Asks the issuers themselves; what was read is kept for five minutes. Addresses inside a network are not asked. */
export function createIssuers(open: (url: URL) => Promise<Readable> = openUrl, now = Date.now): IssuersPort {
  const kept = new Map<string, { text: string; until: number }>();
  return {
    async read(address) {
      const known = kept.get(address);
      if (known && known.until > now()) return known.text;
      const url = URL.canParse(address) ? new URL(address) : undefined;
      if (url?.protocol !== "https:") throw new WalletError("unavailable", { retryAfterSeconds: 60 });
      const read = await text(Readable.from(limit(await open(url))));
      kept.delete(address);
      const oldest = kept.size >= keptMax ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(address, { text: read, until: now() + keptMs });
      return read;
    },
  };
}

async function* limit(body: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new WalletError("unavailable", { retryAfterSeconds: 60 });
    yield chunk;
  }
}
