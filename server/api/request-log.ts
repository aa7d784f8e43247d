import type { FastifyInstance, FastifyServerOptions } from "fastify";
import type { Log } from "#server/platform/log.ts";
import { toNetwork } from "#server/platform/log-subject.ts";
import { findCorrelationId } from "#server/platform/request-context.ts";
import type { RefusalReason } from "#server/platform/refusals.ts";
import type { Settings } from "#server/platform/settings.ts";

/**
 * Every field of a log line. Other fields of libraries are dropped: multipart logs whole headers with the bearer token.
 */
const loggedFields: ReadonlySet<string> = new Set([
  "requestId",
  "candidate",
  "network",
  "method",
  "route",
  "status",
  "ms",
  "code",
  "error",
  "kind",
  "sqlState",
  "constraint",
  "reason",
  "stack",
  "job",
  "orderId",
  "refundId",
  "provider",
  "exporter",
  "release",
  "formId",
  "count",
  "channel",
  "attempts",
  "mobile",
  "silenceMs",
  "req",
  "res",
  "err",
]);

/** Options for JSON lines without data of the request, except what addRequestLog writes. */
export function loggerOptions(
  settings: Pick<Settings, "logLevel">,
): Exclude<FastifyServerOptions["logger"], boolean | undefined> {
  return {
    level: settings.logLevel,
    base: null,
    // A request's own logger has the id already.
    mixin: (_fields, _level, log) => {
      const requestId = findCorrelationId();
      return requestId === undefined || "requestId" in log.bindings() ? {} : { requestId };
    },
    formatters: {
      log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => loggedFields.has(name))),
    },
    // Fastify's serializers log address and URL, which contain ids and typed text.
    serializers: {
      req: (request) => ({ id: String(request.id) }),
      res: () => ({}),
      err: (error: Error) => ({ type: error.name, message: "", stack: "" }),
    },
  };
}

/** Creates the log before the server exists: warnings and errors as JSON lines on stderr. */
export function createStartupLog(settings: Pick<Settings, "logLevel">): Log {
  const write = (level: string) => (first: unknown, second?: unknown) => {
    if (settings.logLevel === "silent") return;
    const fields = typeof first === "object" ? first : {};
    process.stderr.write(`${JSON.stringify({ level, ...fields, msg: typeof first === "string" ? first : second })}\n`);
  };
  const ignore = () => undefined;
  return { debug: ignore, info: ignore, warn: write("warn"), error: write("error") };
}

/** Logs one line per response: id, the candidate's pseudonym, the network, route pattern, status, time. */
export function addRequestLog(server: FastifyInstance): void {
  server.addHook("onResponse", (request, reply, done) => {
    const line = {
      ...(request.pseudonym && { candidate: request.pseudonym }),
      network: toNetwork(request.ip),
      method: request.method,
      route: request.routeOptions.url ?? "",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.failure && { code: request.failure.code, error: request.failure.kind }),
    };
    if (reply.statusCode >= 500) request.log.error(line, "request");
    else request.log.info(line, "request");
    done();
  });
}

declare module "fastify" {
  interface FastifyRequest {
    failure?: { code: number; kind: string; refusal?: RefusalReason };
  }
}
