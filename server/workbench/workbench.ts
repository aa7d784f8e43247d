import path from "node:path";
import { text } from "node:stream/consumers";
import httpProxy from "@fastify/http-proxy";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { definitionRoutes } from "./definitions.ts";
import { changeRoutes } from "./changes.ts";

export interface WorkbenchOptions {
  /** The app's address. It runs in sandbox mode. */
  appUrl: string;
  schemasDir: string;
  /** The workbench's built page. */
  webDir: string;
}

/** Only local hosts: a page of another host cannot use these names. */
const ownHost = /^((c\d{1,3}\.)?sanad\.localhost|localhost|127\.0\.0\.1)(:\d+)?$/;

/** The workbench's address on a port. */
export const toWorkbenchUrl = (port: number): string => `http://sanad.localhost:${port}/workbench/`;

/**
 * Builds the authors' workbench beside the app: its page, the folder's definitions, and a proxy of the app that allows
 * framing and adds a script. Each frame has its own host (c1.sanad.localhost), so that several candidates can be signed
 * in. All hosts share one site, because browsers block the storage of third-party sites.
 */
export async function buildWorkbench({ appUrl, schemasDir, webDir }: WorkbenchOptions): Promise<FastifyInstance> {
  const server = Fastify({ forceCloseConnections: true, bodyLimit: 30 * 1024 * 1024 });
  server.addHook("onRequest", async (request, reply) => {
    if (!ownHost.test(request.headers.host ?? ""))
      return reply.code(403).send("The workbench only answers requests of this machine.\n");
  });
  await server.register(fastifyStatic, { root: path.resolve(webDir), prefix: "/workbench/", cacheControl: false });
  server.get("/workbench", async ({ port }, reply) => reply.redirect(toWorkbenchUrl(port ?? 80)));
  definitionRoutes(server, schemasDir);
  changeRoutes(server, appUrl);
  await server.register(httpProxy, {
    upstream: appUrl,
    replyOptions: {
      // The page is changed, so it must arrive uncompressed.
      rewriteRequestHeaders: (request, headers) =>
        request.headers.accept?.includes("text/html") ? { ...headers, "accept-encoding": "identity" } : headers,
      onResponse: (request, reply, answer) => {
        const { stream } = answer as unknown as { stream: NodeJS.ReadableStream };
        const page = reply as FastifyReply;
        sendFramed(request.headers.host ?? "", page, stream).catch(() => page.raw.destroy()); // the response broke off
      },
      onError: (reply) => {
        void reply.code(502).type("text/plain").send("The app does not answer (yet).\n");
      },
    },
  });
  return server;
}

/** Runs before the page's own code, so that it can set the signed-in candidate. */
const probe = '<script type="module" src="/workbench/probe.js"></script>';

/** Passes a response of the app on. A page may be framed by the workbench and gets its script. */
async function sendFramed(host: string, reply: FastifyReply, answer: NodeJS.ReadableStream): Promise<void> {
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  reply.removeHeader("x-frame-options");
  reply.header(
    "content-security-policy",
    policy.replace("frame-ancestors 'none'", `frame-ancestors http://sanad.localhost${port}`),
  );
  if (!String(reply.getHeader("content-type") ?? "").startsWith("text/html")) return void reply.send(answer);
  reply.removeHeader("content-length");
  reply.send((await text(answer)).replace("<head>", () => `<head>${probe}`));
}
