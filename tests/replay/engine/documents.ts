import path from "node:path";
import Fastify from "fastify";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { toWholeAnswer } from "#renderer/headless/whole-answer.ts";
import { createConfigRoutes } from "#server/config/config-routes.ts";
import { createConfigReader } from "#server/config/reader.ts";
import { releaseDesk } from "#server/sandbox/release.ts";
import type { Services } from "#server/services.ts";
import { appRoot } from "#server/root.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Compiles a schemas folder in this process and gives what answers for its documents; `dataDir` keeps what was compiled. Throws BadDocuments. */
export async function openDocuments(
  schemasDir: string,
  dataDir = path.join(appRoot, "dist/replay/engine"),
): Promise<{ fetch: typeof fetch; reload(): Promise<void>; close(): void }> {
  const places = { schemasDir, dataDir, webDir: path.join(appRoot, "dist/web"), watch: false };
  const config = await createConfigReader(places, silent);
  const server = Fastify();
  const routes = createConfigRoutes(config);
  routes.addDocuments(server);
  routes.addManifest(server);
  // The changes of a fixture were checked before it is played (references/releases.ts).
  const checked = {
    current: () => config.current(),
    rehearse: (sources: readonly SourceDocument[] | undefined) => config.rehearse(sources, true),
  };
  await releaseDesk(server, { config: checked as Services["config"] } as Services);
  return {
    fetch: async (target, { method = "GET", body: payload } = {}) => {
      const { pathname, search } = new URL(target instanceof Request ? target.url : target);
      const { statusCode, headers, body } = await server.inject({
        method: method as "GET" | "POST",
        url: pathname + search,
        ...(typeof payload === "string" && { payload, headers: { "content-type": "application/json" } }),
      });
      return toWholeAnswer(body, {
        status: statusCode,
        headers: { "content-type": String(headers["content-type"] ?? "application/json") },
      });
    },
    reload: () => config.reload(),
    close: () => config.close(),
  };
}
