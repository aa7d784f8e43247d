import { AjvCompiler } from "@fastify/ajv-compiler";
import compress from "@fastify/compress";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { setPatternEngine } from "#engine/rules/patterns.ts";
import { addBodyTimeout } from "./api/body-timeout.ts";
import { addLateBodies } from "./api/late-bodies.ts";
import { addDrain } from "./api/drain.ts";
import { addErrorHandling, sendFailure } from "./api/error-handler.ts";
import { addLoadShedding } from "./api/load-shedding.ts";
import { addRequestLog, loggerOptions } from "./api/request-log.ts";
import { createSecurityHeaders } from "./api/security-headers.ts";
import { addServerTime } from "./api/server-time.ts";
import { toLinearPattern } from "./config/patterns/linear-pattern.ts";
import type { ConfigReader } from "./config/reader.ts";
import { WalletError } from "./errors.ts";
import type { FindWords } from "./messaging/words/words.ts";
import { newRequestId } from "./platform/ids.ts";
import { readOrigin, withOrigin } from "./platform/origin.ts";
import type { Clock } from "./platform/clock.ts";
import type { Settings } from "./platform/settings.ts";
import type { Store } from "./platform/store/database.ts";

/** Body of any call but uploads. */
const bodyLimitBytes = 64 * 1024;
/** For a file of 25 MB on a slow line; other bodies are cut sooner by addBodyTimeout. */
const requestTimeoutMs = 600_000;
/** What a part of the server has to begin: documents are compiled meanwhile, on a machine that does more beside. */
const pluginTimeoutMs = 60_000;

/** What calls may carry is the same for every server of a process, so each contract is compiled once. */
const buildValidator = AjvCompiler();

/** Who speaks in answers, and where the log's lines go; standard output without `logTo`. */
export interface FrameOptions {
  settings: Settings;
  config: ConfigReader;
  findWords: FindWords;
  logTo?: { write(line: string): void } | undefined;
}

/** A server with what every answer has, whatever it is of: its id, security headers, one error handler, a line of the log. */
export function createServer({ settings, config, findWords, logTo }: FrameOptions): FastifyInstance {
  setPatternEngine(toLinearPattern); // no pattern of a document can hold the thread that serves
  const setSecurityHeaders = createSecurityHeaders(settings);
  const setHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    setSecurityHeaders(reply);
    void reply.header("x-request-id", request.id);
  };
  const server = Fastify({
    logger: { ...loggerOptions(settings), ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: ({ headers }) => readOrigin(headers["x-request-id"]) ?? newRequestId(),
    trustProxy: settings.trustProxy === false ? false : settings.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    return503OnClosing: false,
    pluginTimeout: pluginTimeoutMs,
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be read gets no further than the router: no hook runs for it.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply);
      void sendFailure(new WalletError("badRequest"), request, reply, { config, findWords });
    },
    schemaController: { compilersFactory: { buildValidator } },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  });
  server.server.headersTimeout = 10_000;
  // JSON alone is a body, but for files and callbacks: Fastify would take plain text too.
  server.removeContentTypeParser("text/plain");
  server.addHook("onRequest", (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  // After the body, since what reads one may belong to the connection that brought it.
  server.addHook("preValidation", (request, _reply, done) => withOrigin(request.id, done));
  addRequestLog(server);
  addErrorHandling(server, { config, findWords });
  addBodyTimeout(server);
  addLateBodies(server);
  return server;
}

/** What every call meets besides, whoever answers it. Documents and the page need none of it: they are bytes that lie ready. */
export async function addCallFrame(
  calls: FastifyInstance,
  { clock, store }: { clock: Pick<Clock, "told">; store: Pick<Store, "waiting"> },
): Promise<void> {
  addLoadShedding(calls, { store });
  addDrain(calls);
  addServerTime(calls, clock);
  await addCompression(calls);
}

/** Text is sent packed, where the client takes it so. */
export async function addCompression(server: FastifyInstance): Promise<void> {
  await server.register(compress, { global: true, threshold: 1024, encodings: ["br", "gzip"] });
}
