import type { Call } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { unsupportedStatuses, toUploadError } from "./upload-failure.ts";

/** Requests a nonce for one live photo; undefined when the wallet has no such call. Throws UploadError. */
export async function requestPhotoNonce(
  call: Call,
  verificationName: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (verificationName === undefined) return undefined;
  try {
    const { nonce } = (await call("files.photo-nonce", { verificationName }, { signal })) as { nonce: string };
    return nonce;
  } catch (error) {
    if (error instanceof Failure && unsupportedStatuses.has(error.status)) return undefined;
    throw signal.aborted ? error : toUploadError(error);
  }
}
