import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import type { Readable } from "node:stream";
import { refuseField, WalletError } from "#server/errors.ts";

const timeLimitMs = 10_000;
export const fetchMaxBytes = 5 * 1024 * 1024;

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

/** The url when it is https, without credentials or a port of its own, on exactly one of the allowed hosts. Throws 106 at /url. */
export function getAllowedUrl(text: string, allowedHosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const ok =
    url &&
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    url.port === "" &&
    allowedHosts.includes(url.hostname);
  if (!url || !ok) throw refuseField("/url", "url", "address-not-allowed");
  return url;
}

/** Opens an allowed url: its address is looked up once, judged, and connected to; nothing is followed. Throws 106, 120. */
export async function openUrl(url: URL): Promise<Readable> {
  const [found] = await lookup(url.hostname, { all: true }).catch(() => []);
  if (!found) throw new WalletError("unavailable", { retryAfterSeconds: 30 });
  if (inside.check(found.address, isIP(found.address) === 6 ? "ipv6" : "ipv4"))
    throw refuseField("/url", "url", "address-not-allowed");
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
        if (response.statusCode === 200 && Number(response.headers["content-length"] ?? 0) <= fetchMaxBytes)
          return resolve(response);
        response.destroy();
        reject(refuseField("/url", "url", "address-without-file"));
      },
    );
    call.on("error", (cause) => reject(new WalletError("unavailable", { retryAfterSeconds: 30, cause })));
    call.end();
  });
}
