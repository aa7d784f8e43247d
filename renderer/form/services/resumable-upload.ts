import { Upload } from "tus-js-client";
import { Failure } from "#renderer/data/failure.ts";
import { runInSession, toWalletHeaders } from "#renderer/data/transport.ts";
import { unsupportedStatuses, toUploadError } from "./upload-failure.ts";

/** Timeout of one chunk. */
const chunkTimeoutMs = 10 * 60 * 1000;

export interface ResumableUpload {
  readonly endpoint: string;
  readonly resumeKey: string;
  readonly signal: AbortSignal;
  onProgress(sentBytes: number, totalBytes: number): void;
}

/** Operation id under which failures of the upload are reported. */
const operation = "files.upload";

/**
 * Uploads a file in resumable chunks (tus 1.0.0) and returns its uploadId. An upload with the same key resumes.
 * Undefined when the wallet does not support tus. Rejects with UploadError, or with the signal's reason.
 */
export async function uploadResumable(file: File, options: ResumableUpload): Promise<string | undefined> {
  try {
    return await runInSession(operation, ({ signal, refuse }) => sendChunks(file, options, signal, refuse));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (unsupportedStatuses.has(error.status)) return undefined;
    throw toUploadError(error);
  }
}

async function sendChunks(
  file: File,
  { endpoint, resumeKey, signal, onProgress }: ResumableUpload,
  sessionSignal: AbortSignal,
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
    // Set for each request, so that a renewed token is used.
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(toWalletHeaders())) request.setHeader(name, value);
      (request.getUnderlyingObject() as XMLHttpRequest).timeout = chunkTimeoutMs;
    },
    onProgress: (sent, total) => onProgress(sent, total ?? file.size),
    onSuccess: () => settle?.resolve(upload.url ?? ""),
    onError: (error) => settle?.reject(toFailure(error)),
  });
  const stops = [signal, sessionSignal];
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

/** A refused chunk as a failed call; status 0 when the connection was lost. */
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
    return {}; // a proxy's error page
  }
}
