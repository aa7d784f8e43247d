import type { FastifyInstance } from "fastify";
import type { Services } from "#server/services.ts";

/** `GET /health`: 503 while the database is away or the server is closing. */
export function healthPlugin(server: FastifyInstance, services: Services): void {
  server.get("/health", async (_request, reply) => {
    const release = services.config.current();
    const lastGood = services.config.isLastGood();
    const isUp = await services.store.isAnswering();
    const status = isUp ? (lastGood ? "degraded" : "ok") : "unavailable";
    return reply.code(isUp ? 200 : 503).send({
      status,
      release: release.id,
      lastGood,
      database: isUp ? "ok" : "away",
    });
  });
}
