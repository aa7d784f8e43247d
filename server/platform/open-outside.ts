import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import type { Readable } from "node:stream";

const timeLimitMs = 10_000;

/** Addresses inside a network: no candidate's url may reach them through this server. */
const inside = new BlockList();
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
  inside.addSubnet(net, bits);
for (const [net, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  ["::ffff:0:0", 96],
] as const)
  inside.addSubnet(net, bits, "ipv6");

/** Why an address was not read: it lies inside a network, nothing of that size is there, or it does not answer. */
export class OutsideRefused extends Error {
  readonly why: "inside" | "nothing" | "away";

  constructor(why: OutsideRefused["why"], cause?: unknown) {
    super(`The address is not read: ${why}.`, { cause });
    this.why = why;
  }
}

/** Opens an https address: it is looked up once, judged, and connected to; nothing is followed. Throws OutsideRefused. */
export async function openOutside(url: URL, maxBytes: number): Promise<Readable> {
  const [found] = await lookup(url.hostname, { all: true }).catch(() => []);
  if (!found) throw new OutsideRefused("away");
  if (inside.check(found.address, isIP(found.address) === 6 ? "ipv6" : "ipv4")) throw new OutsideRefused("inside");
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
        reject(new OutsideRefused("nothing"));
      },
    );
    call.on("error", (cause) => reject(new OutsideRefused("away", cause)));
    call.end();
  });
}
