import type { FastifyInstance } from "fastify";
import type { ConfigReader } from "#server/config/reader.ts";
import type { Refusals } from "#server/platform/refusals.ts";
import type { Store } from "#server/platform/store/database.ts";

type Config = Pick<ConfigReader, "current" | "isLastGood">;

/**
 * `GET /health`: 503 while the database is down or the server is shutting down. `missing` names what the installation
 * works without.
 */
export function healthPlugin(
  server: FastifyInstance,
  { config, store, missing }: { config: Config; store: Pick<Store, "isAnswering">; missing: readonly string[] },
  refusals: Refusals,
): void {
  server.get("/health", async (_request, reply) => {
    const isUp = await store.isAnswering();
    const status = isUp ? (config.isLastGood() ? "degraded" : "ok") : "unavailable";
    const database = isUp ? "ok" : "away";
    return reply
      .code(isUp ? 200 : 503)
      .send({ status, ...toRelease(config), database, shedding: refusals.isShedding(), missing });
  });
}

/**
 * `GET /health` of the proxy, with the other wallet's state. It stays 200 while the wallet is down, because the page
 * can still explain that.
 */
export function proxyHealthPlugin(
  server: FastifyInstance,
  { config, isAnswering }: { config: Config; isAnswering(): Promise<boolean> },
  refusals: Refusals,
): void {
  server.get("/health", async () => {
    const isUp = await isAnswering();
    const status = isUp && !config.isLastGood() ? "ok" : "degraded";
    return { status, ...toRelease(config), wallet: isUp ? "ok" : "away", shedding: refusals.isShedding() };
  });
}

const toRelease = (config: Config) => ({ release: config.current().id, lastGood: config.isLastGood() });
