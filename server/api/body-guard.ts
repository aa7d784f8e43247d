import { Transform, type TransformCallback } from "node:stream";
import type { FastifyInstance } from "fastify";
import { refusedField, WalletError, type FieldError } from "#server/errors.ts";
import { assertKeysOnce } from "#server/platform/json-body.ts";

/** Deeper than any form; what goes deeper would overflow the stack of whoever walks through it. */
const maxDepth = 32;

/**
 * Refuses (400, code 100) what no contract says and no database takes: text with NUL or half a surrogate pair, in path,
 * query or body, JSON that is no UTF-8 or says a key twice, numbers that are too large to be any, and bodies nested deeper
 * than any form.
 */
export function addBodyGuard(server: FastifyInstance): void {
  server.addHook("preParsing", async (request, _reply, payload) =>
    /^application\/json\b/i.test(request.headers["content-type"] ?? "") ? payload.pipe(new Utf8Check()) : payload,
  );
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) =>
    parse(request, text, (error, body) => (error ? done(error) : toOnce(text, body, done))),
  );
  server.addHook("preValidation", async ({ params, query, body }) => {
    for (const part of [params, query, body]) {
      const fault = findFault(part);
      if (fault) throw new WalletError("badRequest", { fields: [fault] });
    }
  });
}

/** Hands a parsed body on, unless its text says a key twice. */
function toOnce(text: string, body: unknown, done: (error: Error | null, body?: unknown) => void): void {
  try {
    assertKeysOnce(text);
  } catch (error) {
    return done(error as Error);
  }
  done(null, body);
}

/** Without recursion: what is too deep must not overflow this walk either. */
function findFault(whole: unknown): FieldError | undefined {
  const waiting: { value: unknown; pointer: string; depth: number }[] = [{ value: whole, pointer: "", depth: 0 }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { value, pointer, depth } = at;
    if (typeof value === "string" && !isStorable(value)) return refusedField(pointer, "text", "value-unkept");
    if (typeof value === "number" && !Number.isFinite(value))
      return refusedField(pointer, "number", "value-not-accepted");
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) continue;
    if (depth >= maxDepth) return refusedField("", "depth", "value-too-deep", { n: maxDepth });
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) return refusedField(pointer, "text", "value-unkept");
      waiting.push({
        value: child,
        pointer: `${pointer}/${key.replace(/~/g, "~0").replace(/\//g, "~1")}`.slice(0, 400),
        depth: depth + 1,
      });
    }
  }
  return undefined;
}

/** Bytes that are no text would be read as other characters than were sent. */
class Utf8Check extends Transform {
  /** Fastify compares it with the length that was announced. */
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
      // Half a character, or none.
      done(new WalletError("badRequest", { fields: [refusedField("", "text", "value-unkept")] }));
    }
  }
}

function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
