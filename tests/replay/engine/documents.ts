import path from "node:path";
import Fastify from "fastify";
import { configPlugin } from "#server/config/plugin.ts";
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
  configPlugin(server, config);
  await releaseDesk(server, { config } as Services);
  return {
    fetch: async (target, { method = "GET", body: payload } = {}) => {
      const { pathname, search } = new URL(target instanceof Request ? target.url : target);
      const { statusCode, headers, body } = await server.inject({
        method: method as "GET" | "POST",
        url: pathname + search,
        ...(typeof payload === "string" && { payload, headers: { "content-type": "application/json" } }),
      });
      return new Response(body, {
        status: statusCode,
        headers: { "content-type": String(headers["content-type"] ?? "application/json") },
      });
    },
    reload: () => config.reload(),
    close: () => config.close(),
  };
}
