import http from "node:http";
import https from "node:https";
import httpProxy from "@fastify/http-proxy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WalletError } from "#server/errors.ts";
import { allowAnyOrigin } from "#server/platform/any-origin.ts";
import { listPassedCalls, type PassedCall } from "./calls.ts";
import { toPageHeaders, toWalletHeaders } from "./headers.ts";
import { toLimitedBody } from "./limited-body.ts";

/** Where the other wallet lies, and what goes there. */
export interface WalletProxyOptions {
  wallet: string;
  sandbox: boolean;
  /** How long the other wallet may be silent, before its answer or in the middle of one. */
  silenceMs: number;
  /** Hears of each answer what time it is there, in milliseconds since 1970. */
  onTime(serverTime: number): void;
}

/**
 * Passes the calls of the wallet's contract on to another wallet, on the same paths below `wallet`, streamed both ways;
 * any other path is not found here. Bodies keep their limits. No answer is 502, one that takes too long 504.
 */
export async function walletProxyPlugin(server: FastifyInstance, options: WalletProxyOptions): Promise<void> {
  const agentOptions = { keepAlive: true, maxSockets: 256 };
  const agents = { "http:": new http.Agent(agentOptions), "https:": new https.Agent(agentOptions) };
  server.addHook("onClose", async () => {
    for (const agent of Object.values(agents)) agent.destroy();
  });
  // Whatever is sent goes on as it comes: a signature covers the very bytes.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (request, body, done) => toLimitedBody(request, body, done));
  for (const { page, anyOrigin, method, paths } of toGroups(listPassedCalls(options)))
    await server.register(async (scope) => {
      if (anyOrigin)
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
        // The library trusts any certificate unless it is told not to.
        http: { agents, requestOptions: { timeout: options.silenceMs, rejectUnauthorized: true } },
        preHandler: (request, _reply, done) => done(findFault(request)),
        replyOptions: {
          rewriteRequestHeaders: toWalletHeaders,
          rewriteHeaders: (headers) => {
            const serverTime = Number(headers["x-server-time"]);
            if (serverTime > 0) options.onTime(serverTime);
            return toPageHeaders(headers, { wallet: options.wallet, page });
          },
          retryDelay: ({ err, req, attempt }) => (attempt === 0 && isRaced(err, req.method) ? 1 : null),
          onError: (reply, { error }) => fail(reply as FastifyReply, error),
        },
      });
    });
}

/** What the routes of several paths share. */
type Group = Omit<PassedCall, "path"> & { paths: string[] };

function toGroups(calls: readonly PassedCall[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { path, ...shared } of calls) {
    const key = JSON.stringify(shared);
    const group = groups.get(key) ?? { ...shared, paths: [] };
    if (!group.paths.includes(path)) group.paths.push(path);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A part of a path is one part there too: what decodes to several would lead elsewhere. */
function findFault({ params }: FastifyRequest): WalletError | undefined {
  const parts = Object.values(params as Record<string, string>);
  return parts.some((part) => /[/\\]|^\.{0,2}$/.test(part)) ? new WalletError("notFound") : undefined;
}

/** The other end closed the connection in the moment in which it was taken up again: a question can be asked once more. */
const isRaced = (error: Error | null, method: string): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === "ECONNRESET" && (method === "GET" || method === "HEAD");

/** An answer that has begun can only be cut off; the library has done that, and tells of one fault more than once. */
function fail(reply: FastifyReply, error: Error): void {
  if (reply.raw.headersSent || reply.request.failure) return;
  void reply.send(toFailure(error));
}

function toFailure(error: Error): WalletError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof WalletError) return at;
  const isLate = (error as NodeJS.ErrnoException).code === "FST_REPLY_FROM_GATEWAY_TIMEOUT";
  return new WalletError(isLate ? "walletLate" : "walletAway", { cause: error });
}
