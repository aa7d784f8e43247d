import type { FastifyInstance, FastifyServerOptions } from "fastify";
import type { Log } from "#server/platform/log.ts";
import { findOrigin } from "#server/platform/origin.ts";
import type { Settings } from "#server/platform/settings.ts";

/** Every field that a line may have. What a library logs beside them is dropped: multipart tells whole headers, with the bearer. */
const loggedFields: ReadonlySet<string> = new Set([
  "requestId",
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

/** JSON lines with nothing of the request in them but what addRequestLog writes. */
export function loggerOptions(
  settings: Pick<Settings, "logLevel">,
): Exclude<FastifyServerOptions["logger"], boolean | undefined> {
  return {
    level: settings.logLevel,
    base: null,
    // A request's own log says its id already.
    mixin: (_fields, _level, log) => {
      const requestId = findOrigin();
      return requestId === undefined || "requestId" in log.bindings() ? {} : { requestId };
    },
    formatters: {
      log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => loggedFields.has(name))),
    },
    // Fastify's own serializers tell address and URL; the URL carries ids and typed text.
    serializers: {
      req: (request) => ({ id: String(request.id) }),
      res: () => ({}),
      err: (error: Error) => ({ type: error.name, message: "", stack: "" }),
    },
  };
}

/** The log before there is a server: warnings and errors as lines of JSON on stderr. */
export function createStartLog(settings: Pick<Settings, "logLevel">): Log {
  const write = (level: string) => (first: unknown, second?: unknown) => {
    if (settings.logLevel === "silent") return;
    const fields = typeof first === "object" ? first : {};
    process.stderr.write(`${JSON.stringify({ level, ...fields, msg: typeof first === "string" ? first : second })}\n`);
  };
  const ignore = () => undefined;
  return { debug: ignore, info: ignore, warn: write("warn"), error: write("error") };
}

/** One line per answer: id, route as declared (never as called), status, time. */
export function addRequestLog(server: FastifyInstance): void {
  server.addHook("onResponse", (request, reply, done) => {
    const line = {
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
    failure?: { code: number; kind: string };
  }
}
