import { Upload } from "tus-js-client";
import { toFileHeaders } from "#renderer/data/files.ts";
import { UploadError } from "#widgets/upload-error.ts";
import { toUploadError } from "./upload-failure.ts";

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
      for (const [name, value] of Object.entries(toFileHeaders())) request.setHeader(name, value);
    },
    onProgress: (sent, total) => onProgress(sent, total ?? file.size),
    onSuccess: () => settle?.resolve(upload.url ?? ""),
    onError: (error) => settle?.reject(toTransferError(error)),
  });
  const cancel = () => {
    void upload.abort(false);
    settle?.reject(signal.reason);
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [earlier] = await upload.findPreviousUploads();
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    if (signal.aborted) throw signal.reason;
    upload.start();
    const url = await done;
    return url.split("?")[0]?.split("/").pop() ?? "";
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function toTransferError(error: Error): UploadError {
  const response = (error as { originalResponse?: { getStatus(): number; getBody(): string } | null }).originalResponse;
  if (!response) return new UploadError("lost");
  return toUploadError({ status: response.getStatus(), ...readBody(response.getBody()) });
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
