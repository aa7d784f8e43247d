import type { FastifyInstance } from "fastify";

/** How often the app is asked whether its documents are others. */
const everyMs = 50;

/** What the app says of its documents: a ConfigStatus as JSON, "null" while it does not answer. */
interface Told {
  readonly status: string;
  readonly etag: string;
}

/** `GET /workbench/api/changes`: what the app serves and what is wrong with the folder, now and whenever it changes. */
export function changeRoutes(server: FastifyInstance, appUrl: string): void {
  server.get("/workbench/api/changes", async (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    let isGone = false;
    request.raw.on("close", () => (isGone = true));
    let told: Told = { status: "", etag: "" };
    while (!isGone) {
      const now = await readStatus(appUrl, told);
      if (now.status !== told.status && !isGone) reply.raw.write(`data: ${now.status}\n\n`);
      told = now;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    reply.raw.end();
  });
}

/** What the app says now; it says it again only where that is not `before`. */
async function readStatus(appUrl: string, before: Told): Promise<Told> {
  try {
    const headers = { "if-none-match": before.etag };
    const answer = await fetch(`${appUrl}/config/status`, { headers });
    if (answer.status === 304) return before;
    const status = await answer.text();
    return answer.ok ? { status, etag: answer.headers.get("etag") ?? "" } : silent;
  } catch {
    return silent; // starting again, or gone: the next question tells
  }
}

const silent: Told = { status: "null", etag: "" };
