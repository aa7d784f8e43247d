import { Upload } from "tus-js-client";
import { Failure } from "#renderer/data/failure.ts";
import { holdSession, toWalletHeaders, toWalletUrl } from "#renderer/data/transport.ts";
import { UploadError } from "#widgets/upload-error.ts";
import { toUploadError } from "./upload-failure.ts";

/** A piece that takes longer has failed. */
const pieceMs = 10 * 60 * 1000;

/** What a resumable transfer needs. */
export interface Transfer {
  readonly endpoint: string;
  readonly resumeKey: string;
  readonly signal: AbortSignal;
  onProgress(sentBytes: number, totalBytes: number): void;
}

/**
 * Sends a file in resumable pieces (tus 1.0.0) and gives its uploadId. One that was begun before under the same key
 * goes on where it stopped. Rejects with UploadError; with the signal's reason when it was cancelled.
 */
export async function transfer(file: File, { endpoint, resumeKey, signal, onProgress }: Transfer): Promise<string> {
  const session = holdSession();
  let settle: { resolve(url: string): void; reject(error: unknown): void } | undefined;
  const done = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const upload = new Upload(file, {
    endpoint: toWalletUrl(endpoint),
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
    onError: (error) => settle?.reject(toTransferError(error, session.refuse)),
  });
  const stops = [signal, session.signal];
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
  } finally {
    for (const stop of stops) stop.removeEventListener("abort", cancel);
  }
}

/** What the widget is told; the session hears of it first. */
function toTransferError(error: Error, refuse: (failure: Failure) => never): unknown {
  const response = (error as { originalResponse?: { getStatus(): number; getBody(): string } | null }).originalResponse;
  if (!response) return new UploadError("lost");
  try {
    return refuse(new Failure("files.upload", response.getStatus(), readBody(response.getBody())));
  } catch (refused) {
    return refused instanceof Failure ? toUploadError(refused) : refused;
  }
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
