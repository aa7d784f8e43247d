import http from "node:http";
import https from "node:https";
import httpProxy from "@fastify/http-proxy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WalletError } from "#server/errors.ts";
import { allowAnyOrigin } from "#server/platform/cors.ts";
import { listProxiedCalls, type ProxiedCall } from "./proxied-calls.ts";
import { toPageHeaders, toWalletHeaders } from "./headers.ts";
import { toLimitedBody } from "./limited-body.ts";
import { hasRepeatedName, pickQuery } from "./queries.ts";

/** The other wallet and its limits. */
export interface WalletProxyOptions {
  wallet: string;
  sandbox: boolean;
  /** Maximum silence of the other wallet, before its response or within one. */
  silenceMs: number;
  /** Called with the server time of each response, in milliseconds since 1970. */
  onTime(serverTime: number): void;
}

/**
 * Forwards the calls of the contract to another wallet at the same paths below `wallet`, streamed both ways. Any other
 * path is 404. Bodies keep their limits. Answers 502 without a response, and 504 on a timeout.
 */
export async function walletProxyPlugin(server: FastifyInstance, options: WalletProxyOptions): Promise<void> {
  const agentOptions = { keepAlive: true, maxSockets: 256 };
  const agents = { "http:": new http.Agent(agentOptions), "https:": new https.Agent(agentOptions) };
  server.addHook("onClose", async () => {
    for (const agent of Object.values(agents)) agent.destroy();
  });
  // Bodies pass unchanged: a signature covers the exact bytes.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (request, body, done) => toLimitedBody(request, body, done));
  const calls = listProxiedCalls(options);
  const queries = new Map(calls.map(({ method, path, query }) => [`${method} ${path}`, new Set(query)]));
  const findQuery = ({ method, routeOptions }: Pick<FastifyRequest, "method" | "routeOptions">) =>
    queries.get(`${method} ${routeOptions.url ?? ""}`) ?? new Set<string>();
  for (const { isPage, allowsAnyOrigin, method, paths } of toGroups(calls))
    await server.register(async (scope) => {
      if (allowsAnyOrigin)
        allowAnyOrigin(
          scope,
          paths.map((path) => ({ method, path })),
        );
      await scope.register(httpProxy, {
        upstream: options.wallet,
        routes: paths,
        httpMethods: [method],
        proxyPayloads: false,
        disableRequestLogging: true,
        // The library accepts any certificate by default.
        http: { agents, requestOptions: { timeout: options.silenceMs, rejectUnauthorized: true } },
        preHandler: (request, _reply, done) => done(findFault(request)),
        replyOptions: {
          queryString: (_search, url, request) => pickQuery(url.split("?")[1] ?? "", findQuery(request)),
          rewriteRequestHeaders: toWalletHeaders,
          rewriteHeaders: (headers) => {
            const serverTime = Number(headers["x-server-time"]);
            if (serverTime > 0) options.onTime(serverTime);
            return toPageHeaders(headers, { wallet: options.wallet, page: isPage });
          },
          retryDelay: ({ err, req, attempt }) =>
            attempt === 0 && isReusedConnectionClosed(err, req.method) ? 1 : null,
          onError: (reply, { error }) => fail(reply as FastifyReply, error),
        },
      });
    });
}

/** Routes that share everything but the path. */
type Group = Omit<ProxiedCall, "path" | "query"> & { paths: string[] };

function toGroups(calls: readonly ProxiedCall[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { path, query: _query, ...shared } of calls) {
    const key = JSON.stringify(shared);
    const group = groups.get(key) ?? { ...shared, paths: [] };
    if (!group.paths.includes(path)) group.paths.push(path);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Rejects a path segment that decodes to several, which would reach another path, and a repeated query parameter. */
function findFault({ params, url }: FastifyRequest): WalletError | undefined {
  if (hasRepeatedName(url.split("?")[1] ?? "")) return new WalletError("badRequest");
  const parts = Object.values(params as Record<string, string>);
  return parts.some((part) => /[/\\]|^\.{0,2}$/.test(part)) ? new WalletError("notFound") : undefined;
}

/** The other end closed a reused connection at that moment: a GET can be repeated. */
const isReusedConnectionClosed = (error: Error | null, method: string): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === "ECONNRESET" && (method === "GET" || method === "HEAD");

/** A response that has begun can only be cut off, which the library has done. It reports one fault more than once. */
function fail(reply: FastifyReply, error: Error): void {
  if (reply.raw.headersSent || reply.request.failure) return;
  void reply.send(toFailure(error));
}

function toFailure(error: Error): WalletError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof WalletError) return at;
  const isLate = (error as NodeJS.ErrnoException).code === "FST_REPLY_FROM_GATEWAY_TIMEOUT";
  return new WalletError(isLate ? "walletTimeout" : "walletUnreachable", { cause: error });
}
