import path from "node:path";
import Fastify from "fastify";
import { toWholeAnswer } from "#renderer/headless/whole-answer.ts";
import { createConfigRoutes } from "#server/config/config-routes.ts";
import { releaseDesk } from "#server/sandbox/release.ts";
import type { Services } from "#server/services.ts";
import { appRoot } from "#server/root.ts";
import { CheckedDocuments } from "./checked-documents.ts";

/** Compiles a schemas folder in this process and gives what answers for its documents; `dataDir` keeps what was compiled. Throws BadDocuments. */
export async function openDocuments(
  schemasDir: string,
  dataDir = path.join(appRoot, "dist/replay/engine"),
): Promise<{ fetch: typeof fetch; reload(): Promise<void>; close(): void }> {
  const config = new CheckedDocuments(schemasDir, dataDir);
  await config.reload();
  const server = Fastify();
  const routes = createConfigRoutes(config);
  routes.addDocuments(server);
  routes.addManifest(server);
  const services: Pick<Services, "config"> = { config };
  await releaseDesk(server, services as Services);
  // What lies under the hash of its content is the same whenever it is asked for.
  const immutable = new Map<string, Response>();
  return {
    fetch: async (target, { method = "GET", body: payload } = {}) => {
      const { pathname, search } = new URL(target instanceof Request ? target.url : target);
      const known = immutable.get(pathname);
      if (known) return known;
      const { statusCode, headers, body } = await server.inject({
        method: method as "GET" | "POST",
        url: pathname + search,
        ...(typeof payload === "string" && { payload, headers: { "content-type": "application/json" } }),
      });
      const answer = toWholeAnswer(body, {
        status: statusCode,
        headers: { "content-type": String(headers["content-type"] ?? "application/json") },
      });
      if (String(headers["cache-control"]).includes("immutable")) immutable.set(pathname, answer);
      return answer;
    },
    reload: () => config.reload(),
    close: () => config.close(),
  };
}
