import path from "node:path";
import httpProxy from "@fastify/http-proxy";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { documentRoutes } from "./documents.ts";
import { changeRoutes } from "./changes.ts";
import { toFramed } from "./framed-page.ts";

export interface WorkbenchOptions {
  /** Where the app listens, in sandbox mode. */
  appUrl: string;
  schemasDir: string;
  /** The workbench's own page, built. */
  webDir: string;
}

/** Only what looks from this very machine: a page elsewhere cannot give itself one of these names. */
const ownHost = /^((c\d{1,3}\.)?sanad\.localhost|localhost|127\.0\.0\.1)(:\d+)?$/;

/** The address of the workbench on a port. */
export const toWorkbenchUrl = (port: number): string => `http://sanad.localhost:${port}/workbench/`;

/**
 * The authors' workbench, beside the app: its own page, the documents as they stand in the folder, and behind it the
 * app itself, passed on as it is but for leave to be framed and a script that says what is drawn from what. Each
 * frame has a host of its own (c1.sanad.localhost), so that several people can be signed in at once; all are of one site,
 * or a browser that keeps sites apart would give them no storage.
 */
export async function buildWorkbench({ appUrl, schemasDir, webDir }: WorkbenchOptions): Promise<FastifyInstance> {
  const server = Fastify({ forceCloseConnections: true, bodyLimit: 30 * 1024 * 1024 });
  server.addHook("onRequest", async (request, reply) => {
    if (!ownHost.test(request.headers.host ?? ""))
      return reply.code(403).send("The workbench answers this machine alone.\n");
  });
  await server.register(fastifyStatic, { root: path.resolve(webDir), prefix: "/workbench/", cacheControl: false });
  server.get("/workbench", async ({ port }, reply) => reply.redirect(toWorkbenchUrl(port ?? 80)));
  documentRoutes(server, schemasDir);
  changeRoutes(server, appUrl);
  await server.register(httpProxy, {
    upstream: appUrl,
    replyOptions: {
      // The page is read and written again; whatever else comes as it was packed.
      rewriteRequestHeaders: (request, headers) =>
        request.headers.accept?.includes("text/html") ? { ...headers, "accept-encoding": "identity" } : headers,
      onResponse: (request, reply, answer) => {
        const { stream } = answer as unknown as { stream: NodeJS.ReadableStream };
        const page = reply as FastifyReply;
        toFramed(request.headers.host ?? "", page, stream).catch(() => page.raw.destroy()); // broken off on the way
      },
      onError: (reply) => {
        void reply.code(502).type("text/plain").send("The app does not answer (yet).\n");
      },
    },
  });
  return server;
}
