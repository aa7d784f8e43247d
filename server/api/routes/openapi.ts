import type { FastifyInstance } from "fastify";
import { toOpenApi } from "#engine/contract/openapi.ts";
import type { Settings } from "#server/platform/settings.ts";
import { toDocsPage } from "./docs-page.ts";

/** `/openapi.json`, and `/docs` as a plain page without scripts. */
export function openApiPlugin(server: FastifyInstance, settings: Settings): void {
  const document = toOpenApi({ version: "1.0", publicUrl: settings.publicUrl, sandbox: settings.sandbox });
  const page = toDocsPage(document);
  server.get("/openapi.json", async (_request, reply) => reply.header("cache-control", "no-cache").send(document));
  server.get("/docs", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page),
  );
}
