import type { Call } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { noSuchCall, toUploadError } from "./upload-failure.ts";

/** Leave to send one photo for a verification; undefined where the wallet gives none. Throws UploadError. */
export async function askPhotoNonce(
  call: Call,
  verificationName: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (verificationName === undefined) return undefined;
  try {
    const { nonce } = (await call("files.photo-nonce", { verificationName }, { signal })) as { nonce: string };
    return nonce;
  } catch (error) {
    if (error instanceof Failure && noSuchCall.has(error.status)) return undefined;
    throw signal.aborted ? error : toUploadError(error);
  }
}
