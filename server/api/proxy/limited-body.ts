import { Transform, type Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { WalletError } from "#server/errors.ts";

const jsonBytes = 64 * 1024;
/** A file of 25 MB and what a form writes around it. */
const fileBytes = 25 * 1024 * 1024 + 64 * 1024;
const ofFiles = /^(multipart\/form-data|application\/offset\+octet-stream)/i;

/** Passes a body through as it comes; one that is too large is refused (413), or cut where it does not say its length. */
export function toLimitedBody(
  { headers }: Pick<FastifyRequest, "headers">,
  body: Readable,
  done: (error: Error | null, body?: Readable) => void,
): void {
  const isFile = ofFiles.test(headers["content-type"] ?? "");
  const maxBytes = isFile ? fileBytes : jsonBytes;
  const tooLarge = () => new WalletError(isFile ? "fileTooLarge" : "bodyTooLarge");
  if (Number(headers["content-length"] ?? 0) > maxBytes) return done(tooLarge());
  let passed = 0;
  const limited = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      passed += chunk.length;
      next(passed > maxBytes ? tooLarge() : null, chunk);
    },
  });
  // Whoever hangs up is heard of at the other end.
  body.once("close", () => {
    if (!body.readableEnded) limited.destroy(new Error("The body was cut off."));
  });
  done(null, body.pipe(limited));
}
