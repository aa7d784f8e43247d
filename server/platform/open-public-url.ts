import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import type { Readable } from "node:stream";

const timeLimitMs = 10_000;

/** Private networks: a URL of a candidate must not reach them through this server (SSRF). */
const privateNetworks = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  privateNetworks.addSubnet(net, bits);
for (const [net, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  ["::ffff:0:0", 96],
] as const)
  privateNetworks.addSubnet(net, bits, "ipv6");

/** A URL was not opened. `not-found`: the answer is not 200, or too large. */
export class UrlRefused extends Error {
  readonly reason: "private-network" | "not-found" | "unreachable";

  constructor(reason: UrlRefused["reason"], cause?: unknown) {
    super(`The address is not read: ${reason}.`, { cause });
    this.reason = reason;
  }
}

/**
 * Opens an https URL. Resolves the host once, checks the address and connects to that address, so that a second DNS
 * answer cannot lead elsewhere. Follows no redirect. Throws UrlRefused.
 */
export async function openPublicUrl(url: URL, maxBytes: number): Promise<Readable> {
  const [found] = await lookup(url.hostname, { all: true }).catch(() => []);
  if (!found) throw new UrlRefused("unreachable");
  if (privateNetworks.check(found.address, isIP(found.address) === 6 ? "ipv6" : "ipv4"))
    throw new UrlRefused("private-network");
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: "GET",
        timeout: timeLimitMs,
        lookup: (_host, options, done) => (options.all ? done(null, [found]) : done(null, found.address, found.family)),
        signal: AbortSignal.timeout(timeLimitMs),
      },
      (response) => {
        if (response.statusCode === 200 && Number(response.headers["content-length"] ?? 0) <= maxBytes)
          return resolve(response);
        response.destroy();
        reject(new UrlRefused("not-found"));
      },
    );
    call.on("error", (cause) => reject(new UrlRefused("unreachable", cause)));
    call.end();
  });
}
