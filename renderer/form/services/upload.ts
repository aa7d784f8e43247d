import { Upload } from "tus-js-client";
import { Failure } from "#renderer/data/failure.ts";
import { inSession, toWalletHeaders } from "#renderer/data/transport.ts";
import { noSuchCall, toUploadError } from "./upload-failure.ts";

/** A piece that takes longer has failed. */
const pieceMs = 10 * 60 * 1000;

/** What a resumable transfer needs. */
export interface Transfer {
  readonly endpoint: string;
  readonly resumeKey: string;
  readonly signal: AbortSignal;
  onProgress(sentBytes: number, totalBytes: number): void;
}

/** By this name it is told how a transfer ended. */
const operation = "files.upload";

/**
 * Sends a file in resumable pieces (tus 1.0.0) and gives its uploadId. One that was begun before under the same key
 * goes on where it stopped. Undefined where the wallet takes no pieces. Rejects with UploadError; with the signal's reason
 * when it was cancelled.
 */
export async function transfer(file: File, order: Transfer): Promise<string | undefined> {
  try {
    return await inSession(operation, ({ signal, refuse }) => sendPieces(file, order, signal, refuse));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (noSuchCall.has(error.status)) return undefined;
    throw toUploadError(error);
  }
}

async function sendPieces(
  file: File,
  { endpoint, resumeKey, signal, onProgress }: Transfer,
  lifetime: AbortSignal,
  refuse: (failure: Failure) => never,
): Promise<string> {
  let settle: { resolve(url: string): void; reject(error: unknown): void } | undefined;
  const done = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const upload = new Upload(file, {
    endpoint,
    chunkSize: 1024 * 1024,
    retryDelays: [500, 2_000, 5_000],
    removeFingerprintOnSuccess: true,
    fingerprint: () => Promise.resolve(`upload:${resumeKey}`),
    metadata: { filename: file.name, filetype: file.type },
    // Asked before each request, so that a renewed token is used.
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(toWalletHeaders())) request.setHeader(name, value);
      (request.getUnderlyingObject() as XMLHttpRequest).timeout = pieceMs;
    },
    onProgress: (sent, total) => onProgress(sent, total ?? file.size),
    onSuccess: () => settle?.resolve(upload.url ?? ""),
    onError: (error) => settle?.reject(toFailure(error)),
  });
  const stops = [signal, lifetime];
  const cancel = () => {
    void upload.abort(false);
    settle?.reject(stops.find(({ aborted }) => aborted)?.reason);
  };
  for (const stop of stops) stop.addEventListener("abort", cancel, { once: true });
  try {
    const [earlier] = await upload.findPreviousUploads();
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    for (const stop of stops) stop.throwIfAborted();
    upload.start();
    const url = await done;
    return url.split("?")[0]?.split("/").pop() ?? "";
  } catch (error) {
    throw error instanceof Failure && error.status !== 0 ? refuse(error) : error;
  } finally {
    for (const stop of stops) stop.removeEventListener("abort", cancel);
  }
}

/** A refused piece as any refused call; status 0 where the line was lost. */
function toFailure(error: Error): Failure {
  const response = (error as { originalResponse?: { getStatus(): number; getBody(): string } | null }).originalResponse;
  return response
    ? new Failure(operation, response.getStatus(), readBody(response.getBody()))
    : new Failure(operation, 0);
}

function readBody(text: string): { code?: number; message?: string } {
  try {
    const body = JSON.parse(text) as { code?: number; message?: string };
    return {
      ...(typeof body.code === "number" ? { code: body.code } : {}),
      ...(typeof body.message === "string" ? { message: body.message } : {}),
    };
  } catch {
    return {}; // not our server's words: a proxy's page
  }
}
