import { Transform, type Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { WalletError } from "#server/errors.ts";

const jsonBytes = 64 * 1024;
/** A file of 25 MB with its multipart parts. */
const fileBytes = 25 * 1024 * 1024 + 64 * 1024;
const fileBody = /^(multipart\/form-data|application\/offset\+octet-stream)/i;

/** Streams a body through. Rejects one that is too large (413), or cuts it when it announced no length. */
export function toLimitedBody(
  { headers }: Pick<FastifyRequest, "headers">,
  body: Readable,
  done: (error: Error | null, body?: Readable) => void,
): void {
  const isFile = fileBody.test(headers["content-type"] ?? "");
  const maxBytes = isFile ? fileBytes : jsonBytes;
  const tooLarge = () => new WalletError(isFile ? "fileTooLarge" : "bodyTooLarge");
  if (Number(headers["content-length"] ?? 0) > maxBytes) return done(tooLarge());
  let sentBytes = 0;
  const limited = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      sentBytes += chunk.length;
      next(sentBytes > maxBytes ? tooLarge() : null, chunk);
    },
  });
  // Forwards a client's disconnect.
  body.once("close", () => {
    if (!body.readableEnded) limited.destroy(new Error("The body was cut off."));
  });
  done(null, body.pipe(limited));
}
