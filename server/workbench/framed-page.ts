import { text } from "node:stream/consumers";
import type { FastifyReply } from "fastify";

/** Before the page's own code, so that it can say who is signed in before anybody asks. */
const probe = '<script type="module" src="/workbench/probe.js"></script>';

/** Passes an answer of the app on; a page may be framed by the workbench, and carries its script. */
export async function toFramed(host: string, reply: FastifyReply, answer: NodeJS.ReadableStream): Promise<void> {
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
