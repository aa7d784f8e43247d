import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { overloaded } from "#server/errors.ts";
import { toAddressKey } from "#server/platform/rate-limits.ts";
import type { LoadReason } from "#server/platform/refusals.ts";
import type { Store } from "#server/platform/store/database.ts";
import { CallTurns } from "./admission/call-turns.ts";
import { createRefusalDelay } from "./admission/open-calls.ts";

const databaseQueueMax = 200;
const maxDelayMs = 1000;
const sampleMs = 500;
const retrySeconds = 2;

/** Files take as long as the network needs. Budgets and the queue of inspections limit them. */
const slow = /^(multipart\/form-data|application\/offset\+octet-stream)/i;
/** Monitoring always gets an answer. */
const monitoringRoutes: ReadonlySet<string> = new Set(["/health", "/metrics"]);
/** Routes of the sandbox call the server again, and each of these calls waits for its own turn. */
const sandboxPrefix = "/sandbox/";

/**
 * Lets calls work in turns between candidates and network addresses. Rejects them (503, code 120) while too many wait,
 * or while the database queue or the event loop is overloaded. A call works from the moment when its body has arrived
 * until its answer is ready, so a slow client takes no turn of another.
 */
export function addLoadShedding(
  server: FastifyInstance,
  services: { store: Pick<Store, "countWaiting"> },
  turns = new CallTurns(),
): void {
  const readDelayMs = watchEventLoop(server);
  const delayRefusal = createRefusalDelay();
  server.addHook("onRequest", async (request) => {
    if (isExempt(request)) return;
    const reason = findOverload(turns, toAddressKey(request.ip), services.store.countWaiting(), readDelayMs());
    if (!reason) return;
    await delayRefusal();
    throw overloaded(reason, retrySeconds);
  });
  // After the body and the token, so that the turn is the candidate's.
  server.addHook("preValidation", async (request, reply) => {
    if (isExempt(request)) return;
    let isClosed = false;
    reply.raw.once("close", () => (isClosed = true));
    try {
      request.endTurn = await turns.start(request.session?.candidate.id ?? toAddressKey(request.ip));
    } catch (error) {
      await delayRefusal();
      throw error;
    }
    // A client that disconnects emits only "close".
    if (isClosed) request.endTurn();
    else reply.raw.once("close", request.endTurn);
  });
  // A reader may be slow: the work ends when the answer is ready.
  server.addHook("onSend", (request, _reply, _payload, done) => {
    request.endTurn?.();
    done();
  });
}

function findOverload(
  turns: CallTurns,
  address: string,
  databaseWaiting: number,
  delayMs: number,
): LoadReason | undefined {
  if (turns.isFullFor(address)) return "calls";
  if (databaseWaiting > databaseQueueMax) return "database-queue";
  return delayMs > maxDelayMs ? "event-loop" : undefined;
}

function isExempt({ method, routeOptions: { url = "" }, headers }: FastifyRequest): boolean {
  const isFile = method !== "GET" && method !== "HEAD" && slow.test(headers["content-type"] ?? "");
  return isFile || monitoringRoutes.has(url) || url.startsWith(sandboxPrefix);
}

/** Returns a function that reads the delay of the event loop. */
function watchEventLoop(server: FastifyInstance): () => number {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let delayMs = 0;
  let lastMs = 0;
  const timer = setInterval(() => {
    // Two samples in a row: one long task, such as compiling a release at the start, is no overload.
    const sampledMs = delay.percentile(50) / 1e6;
    delayMs = Math.min(lastMs, sampledMs);
    lastMs = sampledMs;
    delay.reset();
  }, sampleMs).unref();
  server.addHook("onClose", async () => {
    clearInterval(timer);
    delay.disable();
  });
  return () => delayMs;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Ends the call's turn. */
    endTurn?: () => void;
  }
}
