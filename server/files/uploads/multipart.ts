import type { FastifyReply, FastifyRequest } from "fastify";
import { refusedField, WalletError } from "#server/errors.ts";
import { maxBytes } from "../limits.ts";
import { discard } from "../storage/places.ts";
import { readContentType, receive, type ReceivedFile } from "./receive.ts";

/** The one file of a multipart body, on the disk, and the text parts before and after it. */
export interface MultipartFile extends ReceivedFile {
  fileName: string;
  fields: Record<string, string>;
}

/** Boundaries, headers and text parts around a file of the greatest size. */
const overheadBytes = 64 * 1024;
const fileNameMax = 200;

/** Takes the part `file` of a multipart body into `path`. Throws 100 without it, 113, 114; then nothing stays behind. */
export async function readMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  allowed: readonly string[] = [],
): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new WalletError("badRequest");
  if (Number(request.headers["content-length"] ?? 0) > maxBytes + overheadBytes) throw refuseRest(request, reply);
  const fields: Record<string, string> = {};
  let file: { fileName: string; sizeBytes: number; sha256: string } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") fields[part.fieldname] = readText(part.fieldname, part.value, allowed);
      else if (file || part.fieldname !== "file") throw invalidPart(part.fieldname);
      else file = { fileName: cleanName(part.filename), ...(await receive(part.file, path)) };
    }
    if (!file) throw invalidPart("file");
    return { ...file, path, fields, contentType: await readContentType(path) };
  } catch (error) {
    await discard(path);
    if (error instanceof WalletError && error.kind === "fileTooLarge") throw refuseRest(request, reply);
    throw isCutOff(error) ? new WalletError("badRequest", { cause: error }) : error;
  }
}

/** The name as a person sees it: no path, no control characters. It is never part of one of our paths. */
export function cleanName(name: string | undefined): string {
  const last = (name ?? "").split(/[\\/]/).pop() ?? "";
  const clean = last.replace(/[\p{Cc}"]/gu, "").trim();
  return clean.slice(-fileNameMax) || "file";
}

/** 113, and the connection ends with the answer: the rest of the bytes is not read. */
function refuseRest(request: FastifyRequest, reply: FastifyReply): WalletError {
  reply.header("connection", "close");
  reply.raw.once("finish", () => request.raw.destroy());
  return new WalletError("fileTooLarge");
}

/** The parser's and the stream's words for a body that ends before its end. */
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
    fields: [refusedField(`/${name}`, "rule", "value-unknown")],
  });
}
