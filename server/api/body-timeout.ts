import type { FastifyInstance } from "fastify";

const bodyMs = 30_000;
/** Bodies that may take as long as the whole request may: files and pieces of files. Elsewhere these types are refused unread. */
const slow = /^(multipart\/form-data|application\/offset\+octet-stream)/i;

/** Cuts a client that does not finish sending its body in 30 seconds; it would hold a connection for nothing. */
export function addBodyTimeout(server: FastifyInstance): void {
  server.addHook("onRequest", ({ raw }, _reply, done) => {
    const hasBody = raw.headers["content-length"] !== undefined || raw.headers["transfer-encoding"] !== undefined;
    if (hasBody && !raw.complete && !slow.test(raw.headers["content-type"] ?? "")) {
      const timer = setTimeout(() => raw.destroy(), bodyMs).unref();
      raw.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
    }
    done();
  });
}
