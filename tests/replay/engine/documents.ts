import path from "node:path";
import Fastify from "fastify";
import { configPlugin } from "#server/config/plugin.ts";
import { createConfigReader } from "#server/config/reader.ts";
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
  return {
    fetch: async (target) => {
      const { pathname, search } = new URL(target instanceof Request ? target.url : target);
      const { statusCode, headers, body } = await server.inject({ method: "GET", url: pathname + search });
      return new Response(body, {
        status: statusCode,
        headers: { "content-type": String(headers["content-type"] ?? "application/json") },
      });
    },
    reload: () => config.reload(),
    close: () => config.close(),
  };
}
