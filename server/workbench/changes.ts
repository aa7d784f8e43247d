import type { FastifyInstance } from "fastify";

/** Interval between status requests to the app. */
const pollMs = 50;

/** The app's ConfigStatus as JSON, or "null" while it does not answer. */
interface KnownStatus {
  readonly status: string;
  readonly etag: string;
}

/** `GET /workbench/api/changes`: streams the app's release and the folder's errors at every change. */
export function changeRoutes(server: FastifyInstance, appUrl: string): void {
  server.get("/workbench/api/changes", async (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    let isGone = false;
    request.raw.on("close", () => (isGone = true));
    let known: KnownStatus = { status: "", etag: "" };
    while (!isGone) {
      const now = await readStatus(appUrl, known);
      if (now.status !== known.status && !isGone) reply.raw.write(`data: ${now.status}\n\n`);
      known = now;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    reply.raw.end();
  });
}

/** Requests the status. Returns `before` when it has not changed. */
async function readStatus(appUrl: string, before: KnownStatus): Promise<KnownStatus> {
  try {
    const headers = { "if-none-match": before.etag };
    const answer = await fetch(`${appUrl}/config/status`, { headers });
    if (answer.status === 304) return before;
    const status = await answer.text();
    return answer.ok ? { status, etag: answer.headers.get("etag") ?? "" } : unavailable;
  } catch {
    return unavailable; // restarting or stopped: the next request shows which
  }
}

const unavailable: KnownStatus = { status: "null", etag: "" };
