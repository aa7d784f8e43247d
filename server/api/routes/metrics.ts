import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { WalletError } from "#server/errors.ts";
import type { Metrics } from "#server/platform/metrics.ts";
import type { MetricsSettings } from "#server/platform/settings.ts";

/** `GET /metrics` with the token or from an allowed address, otherwise 403. Counts every response. */
export function metricsPlugin(server: FastifyInstance, metrics: Metrics, settings: MetricsSettings): void {
  const isOperator = createOperatorCheck(settings);
  server.addHook("onResponse", async (request, reply) => {
    const { url: route = "none" } = request.routeOptions;
    metrics.observeAnswer({
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  server.get("/metrics", async (request, reply) => {
    if (!isOperator(request)) throw new WalletError("accessNotAllowed");
    const { text, type } = await metrics.read();
    return reply.header("cache-control", "no-store").type(type).send(text);
  });
}

/** Who may read metrics: a request with the token, or from an allowed address. */
export function createOperatorCheck({ token, from }: MetricsSettings): (request: FastifyRequest) => boolean {
  const isAllowedAddress = toAddressCheck(from);
  return (request) => isAllowedAddress(request.ip) || hasToken(request, token);
}

/** Compares hashes of equal length in constant time. */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [, sent] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  if (token === undefined || sent === undefined) return false;
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

/** Returns a check for a list of addresses and networks such as "10.0.0.0/8". */
function toAddressCheck(from: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const toFamily = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
  for (const one of from) {
    const [address = "", bits] = one.split("/");
    if (bits === undefined) list.addAddress(address, toFamily(address));
    else list.addSubnet(address, Number(bits), toFamily(address));
  }
  return (address) => isIP(address) > 0 && list.check(address, toFamily(address));
}
