import { text } from "node:stream/consumers";
import type { FastifyReply } from "fastify";

/** Runs before the page's own code, so that it can set the signed-in candidate. */
const probe = '<script type="module" src="/workbench/probe.js"></script>';

/** Passes a response of the app on. A page may be framed by the workbench and gets its script. */
export async function sendFramed(host: string, reply: FastifyReply, answer: NodeJS.ReadableStream): Promise<void> {
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
