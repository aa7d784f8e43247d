import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { WalletError } from "#server/errors.ts";
import type { Metrics } from "#server/platform/metrics.ts";
import type { MetricsSettings } from "#server/platform/settings.ts";

/** `GET /metrics` for who has the token, or asks from one of the addresses; 403 for everybody else. Each answer is counted. */
export function metricsPlugin(server: FastifyInstance, metrics: Metrics, settings: MetricsSettings): void {
  const isNear = toNearness(settings.from);
  server.addHook("onResponse", async (request, reply) => {
    const { url: route = "none" } = request.routeOptions;
    metrics.answered({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  server.get("/metrics", async (request, reply) => {
    if (!isNear(request.ip) && !hasToken(request, settings.token)) throw new WalletError("accessNotAllowed");
    const { text, type } = await metrics.read();
    return reply.header("cache-control", "no-store").type(type).send(text);
  });
}

/** Compared by hashes of one length, so that the time tells nothing. */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [, given] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  if (token === undefined || given === undefined) return false;
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

/** Whether an address is one of a list of addresses and networks: "10.0.0.0/8". */
function toNearness(from: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const toFamily = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
  for (const one of from) {
    const [address = "", bits] = one.split("/");
    if (bits === undefined) list.addAddress(address, toFamily(address));
    else list.addSubnet(address, Number(bits), toFamily(address));
  }
  return (address) => isIP(address) > 0 && list.check(address, toFamily(address));
}
