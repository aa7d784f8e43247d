import type { FastifyRequest } from "fastify";
import { fieldError, WalletError } from "#server/errors.ts";
import { findIdempotentCall } from "#server/platform/idempotent-call.ts";
import { maxBytes } from "../limits.ts";
import { discard } from "../storage/upload-folders.ts";
import { readContentType, receive, type ReceivedFile } from "./receive.ts";

/** The file of a multipart body, on the disk, and the body's text parts. */
export interface MultipartFile extends ReceivedFile {
  fileName: string;
  fields: Record<string, string>;
}

/** Boundaries, headers and text parts around a file of maximum size. */
const overheadBytes = 64 * 1024;
const fileNameMax = 200;
/** The parser's progress is checked at this interval. It may make no progress for `stuckTicks` checks. */
const tickMs = 250;
const stuckTicks = 8;

/**
 * Receives the part `file` of a multipart body into `path`. Throws 100 without it, 113 and 114; then the file is
 * removed.
 */
export async function readMultipart(
  request: FastifyRequest,
  path: string,
  allowed: readonly string[] = [],
): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new WalletError("badRequest");
  if (Number(request.headers["content-length"] ?? 0) > maxBytes + overheadBytes) throw new WalletError("fileTooLarge");
  const fields: Record<string, string> = {};
  let file: { fileName: string; sizeBytes: number; sha256: string } | undefined;
  try {
    for await (const part of listParts(request)) {
      if (part.type === "field") fields[part.fieldname] = readText(part.fieldname, part.value, allowed);
      else if (file || part.fieldname !== "file") throw invalidPart(part.fieldname);
      else file = { fileName: cleanName(part.filename), ...(await receive(part.file, path)) };
    }
    if (!file) throw invalidPart("file");
    await findIdempotentCall()?.onContentHash?.(`${file.sha256} ${file.fileName} ${JSON.stringify(fields)}`);
    return { ...file, path, fields, contentType: await readContentType(path) };
  } catch (error) {
    await discard(path);
    throw isCutOff(error) ? new WalletError("badRequest", { cause: error }) : error;
  }
}

type Part = ReturnType<FastifyRequest["parts"]> extends AsyncIterable<infer T> ? T : never;

/**
 * Yields the parts of a body. The parser hangs at a large part without a name: when bytes are ready and it reads none,
 * the body is rejected.
 */
async function* listParts(request: FastifyRequest): AsyncGenerator<Part> {
  const parts = request.parts()[Symbol.asyncIterator]();
  for (;;) {
    const { raw } = request;
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      let idle = 0;
      timer = setInterval(() => {
        idle = raw.isPaused() || raw.readableLength > 0 || raw.readableEnded ? idle + 1 : 0;
        if (idle >= stuckTicks) reject(invalidPart("file"));
      }, tickMs);
    });
    try {
      const next = await Promise.race([parts.next(), stuck]);
      if (next.done) return;
      yield next.value;
    } finally {
      clearInterval(timer);
    }
  }
}

/** The file name for display: no path, no control characters. It is never part of our paths. */
export function cleanName(name: string | undefined): string {
  const last = (name ?? "").split(/[\\/]/).pop() ?? "";
  const clean = last.replace(/[\p{Cc}"]/gu, "").trim();
  return clean.slice(-fileNameMax) || "file";
}

/** Errors of the parser and the stream for a truncated body. */
function isCutOff(error: unknown): boolean {
  return (
    error instanceof Error && /unexpected end|terminated early|premature close|aborted|malformed/i.test(error.message)
  );
}

function readText(name: string, value: unknown, allowed: readonly string[]): string {
  if (!allowed.includes(name) || typeof value !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(value))
    throw invalidPart(name);
  return value;
}

function invalidPart(name: string): WalletError {
  return new WalletError("badRequest", {
    fields: [fieldError(`/${name}`, "rule", "value-unknown")],
  });
}
