import type { IncomingMessage } from "node:http";
import { Transform, type TransformCallback } from "node:stream";
import type { FastifyInstance } from "fastify";
import { fieldError, WalletError, type FieldError } from "#server/errors.ts";
import { assertNoRepeatedKeys } from "#server/platform/request-bodies.ts";
import { isStorable } from "#server/platform/storable-text.ts";

/** Deeper than any form. A deeper body could overflow the stack of recursive code. */
const maxDepth = 32;

/**
 * Rejects (400, code 100) what no contract allows and no database stores: NUL or half a surrogate pair in path, query
 * or body, JSON that is not UTF-8 or repeats a key, infinite numbers, and bodies that are nested too deep.
 */
export function addBodyGuard(server: FastifyInstance): void {
  server.addHook("preParsing", async (request, _reply, payload) =>
    /^application\/json\b/i.test(request.headers["content-type"] ?? "") ? payload.pipe(new Utf8Check()) : payload,
  );
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) =>
    parse(request, text, (error, body) => (error ? done(error) : passUnlessRepeated(text, body, done))),
  );
  server.addHook("preValidation", async ({ params, query, body }) => {
    for (const part of [params, query, body]) {
      const fault = findFault(part);
      if (fault) throw new WalletError("badRequest", { fields: [fault] });
    }
  });
}

/** Passes a parsed body on, unless its text repeats a key. */
function passUnlessRepeated(text: string, body: unknown, done: (error: Error | null, body?: unknown) => void): void {
  try {
    assertNoRepeatedKeys(text);
  } catch (error) {
    return done(error as Error);
  }
  done(null, body);
}

/** Iterative, so that a deep body does not overflow the stack here. */
function findFault(root: unknown): FieldError | undefined {
  const stack: { value: unknown; pointer: string; depth: number }[] = [{ value: root, pointer: "", depth: 0 }];
  for (let at = stack.pop(); at; at = stack.pop()) {
    const { value, pointer, depth } = at;
    if (typeof value === "string" && !isStorable(value))
      return fieldError(pointer, "text", "value-unsupported-character");
    if (typeof value === "number" && !Number.isFinite(value)) return fieldError(pointer, "number", "value-too-large");
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) continue;
    if (depth >= maxDepth) return fieldError("", "depth", "value-too-deep", { n: maxDepth });
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) return fieldError(pointer, "text", "value-unsupported-character");
      stack.push({
        value: child,
        pointer: `${pointer}/${key.replace(/~/g, "~0").replace(/\//g, "~1")}`.slice(0, 400),
        depth: depth + 1,
      });
    }
  }
  return undefined;
}

/** Rejects invalid UTF-8, which would otherwise be decoded as other characters. */
class Utf8Check extends Transform {
  /** Fastify compares it with the announced length. */
  receivedEncodedLength = 0;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    this.#decode(chunk, done);
  }

  override _flush(done: TransformCallback): void {
    this.#decode(undefined, done);
  }

  #decode(chunk: Buffer | undefined, done: TransformCallback): void {
    try {
      this.#decoder.decode(chunk, { stream: chunk !== undefined });
      done(null, chunk);
    } catch {
      // Half a character, or an invalid one.
      done(new WalletError("badRequest", { fields: [fieldError("", "text", "value-unsupported-character")] }));
    }
  }
}

/** Limits of size and time for the rest of a rejected body. Then the connection is closed. */
const discardMaxBytes = 64 * 1024 * 1024;
const discardMaxMs = 30_000;

/**
 * Keeps the connection open for a client that is still sending, and discards the rest of its body. A browser reads the
 * response only after it has sent everything.
 */
export function addLingeringClose(server: FastifyInstance): void {
  server.addHook("onSend", (request, reply, _payload, done) => {
    if (isSending(request.raw)) {
      reply.raw.shouldKeepAlive = true;
      reply.raw.once("finish", () => discardRest(request.raw));
    }
    done();
  });
}

const isSending = (request: IncomingMessage) => !request.complete && !request.readableEnded && !request.destroyed;

function discardRest(request: IncomingMessage): void {
  if (!isSending(request)) return;
  const cut = () => request.destroy();
  const timer = setTimeout(cut, discardMaxMs).unref();
  let left = discardMaxBytes;
  // An earlier reader would block the stream.
  request.unpipe();
  request.removeAllListeners("data");
  request.on("data", (part: Buffer) => {
    left -= part.length;
    if (left < 0) cut();
  });
  request.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  request.resume();
}
