import type { FastifyInstance } from "fastify";
import type { ConfigStatus } from "#engine/api/config.ts";

/** How often the app is asked whether its documents are others. */
const everyMs = 50;

/** `GET /workbench/api/changes`: what the app serves and what is wrong with the folder, now and whenever it changes. */
export function changeRoutes(server: FastifyInstance, appUrl: string): void {
  server.get("/workbench/api/changes", async (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    const gone = new AbortController();
    request.raw.on("close", () => gone.abort());
    let told = "";
    while (!gone.signal.aborted) {
      const status = JSON.stringify(await readStatus(appUrl, gone.signal));
      if (status !== told && !gone.signal.aborted) reply.raw.write(`data: ${status}\n\n`);
      told = status;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    reply.raw.end();
  });
}

/** What the app says of its documents; null while it does not answer. */
async function readStatus(appUrl: string, signal: AbortSignal): Promise<ConfigStatus | null> {
  try {
    const answer = await fetch(`${appUrl}/config/status`, { signal });
    return answer.ok ? ((await answer.json()) as ConfigStatus) : null;
  } catch {
    return null; // starting again, or gone: the next question tells
  }
}
