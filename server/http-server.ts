import { AjvCompiler } from "@fastify/ajv-compiler";
import compress from "@fastify/compress";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { setPatternEngine } from "#engine/core/rules/patterns.ts";
import { addOpenCallBudgets } from "./api/admission/open-calls.ts";
import type { CallTurns } from "./api/admission/call-turns.ts";
import { addLingeringClose } from "./api/body-guard.ts";
import { addGracefulShutdown } from "./api/graceful-shutdown.ts";
import { addErrorHandler, sendFailure } from "./api/error-handler.ts";
import { addLoadShedding } from "./api/load-shedding.ts";
import { addRequestLog, loggerOptions } from "./api/request-log.ts";
import { addServerTime, createSecurityHeaders } from "./api/response-headers.ts";
import { toLinearPattern } from "./config/patterns/linear-pattern.ts";
import type { ConfigReader } from "./config/reader.ts";
import { WalletError } from "./errors.ts";
import type { FindMessageTexts } from "./messaging/texts/message-texts.ts";
import { newRequestId } from "./platform/ids.ts";
import { readCorrelationId, withRequestContext } from "./platform/request-context.ts";
import type { Clock } from "./platform/clock.ts";
import type { Refusals } from "./platform/refusals.ts";
import type { Settings } from "./platform/settings.ts";
import type { Store } from "./platform/store/database.ts";

/** Limit for every body except uploads. */
const bodyLimitBytes = 64 * 1024;
/** Enough for a file of 25 MB on a slow connection. addOpenCallBudgets cuts slower and smaller bodies earlier. */
const requestTimeoutMs = 600_000;
/** Time to start a plugin: definitions are compiled meanwhile, possibly on a busy machine. */
const pluginTimeoutMs = 60_000;

/** Compiles each contract once, for all servers of a process. */
const buildValidator = AjvCompiler();

/** `logTo`: target of the log; standard output without it. */
export interface HttpServerOptions {
  settings: Settings;
  config: ConfigReader;
  findMessageTexts: FindMessageTexts;
  refusals: Refusals;
  logTo?: { write(line: string): void } | undefined;
}

/** A server with everything that every answer needs: correlation id, security headers, error handler, log line. */
export function createServer(options: HttpServerOptions): FastifyInstance {
  const { settings, config, findMessageTexts, refusals, logTo } = options;
  setPatternEngine(toLinearPattern); // no pattern of a definition can block the thread that serves (ReDoS)
  const setSecurityHeaders = createSecurityHeaders(settings);
  const setHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    setSecurityHeaders(reply);
    void reply.header("x-request-id", request.id);
  };
  const server = Fastify({
    logger: { ...loggerOptions(settings), ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: ({ headers }) => readCorrelationId(headers["x-request-id"]) ?? newRequestId(),
    trustProxy: settings.trustProxy === false ? false : settings.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    return503OnClosing: false,
    pluginTimeout: pluginTimeoutMs,
    routerOptions: { maxParamLength: 300 },
    // For an unreadable address no hook runs.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply);
      void sendFailure(new WalletError("badRequest"), request, reply, { config, findMessageTexts });
    },
    schemaController: { compilersFactory: { buildValidator } },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  });
  server.server.headersTimeout = 10_000;
  // Bodies are JSON, except files and callbacks. Fastify would accept plain text too.
  server.removeContentTypeParser("text/plain");
  server.addHook("onRequest", (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  // After the body, because the body may be read in the context of its connection.
  server.addHook("preValidation", (request, _reply, done) => withRequestContext(request.id, done));
  addRequestLog(server);
  addErrorHandler(server, { config, findMessageTexts });
  addOpenCallBudgets(server, settings, refusals);
  addLingeringClose(server);
  return server;
}

/**
 * Adds load shedding, graceful shutdown, server time and compression to API calls. Definitions and the page need none
 * of it, because they are static bytes.
 */
export async function addCallHooks(
  calls: FastifyInstance,
  { clock, store }: { clock: Pick<Clock, "lastKnownMs">; store: Pick<Store, "countWaiting"> },
  turns?: CallTurns,
): Promise<void> {
  addLoadShedding(calls, { store }, turns);
  addGracefulShutdown(calls);
  addServerTime(calls, clock);
  await addCompression(calls);
}

/** Compresses text answers for clients that accept it. */
export async function addCompression(server: FastifyInstance): Promise<void> {
  await server.register(compress, { global: true, threshold: 1024, encodings: ["br", "gzip"] });
}
