import { services as bases } from "#engine/contract/services.ts";
import type { Call } from "#renderer/data/client.ts";
import type { DetectionReport, StoredFile, UploadOptions, UploadResult } from "#widgets/widget.ts";
import { toUploadError } from "./upload-failure.ts";
import { uploadResumable } from "./resumable-upload.ts";

interface SendSetup {
  readonly call: Call;
  verificationName(): string | undefined;
}

/** Loaded when a wallet does not support resumable uploads. */
const loadSingleRequestUpload = () => import("./single-request-upload.ts");

/** Uploads a file, then has it checked or stored. Throws UploadError. */
export async function sendFile(
  setup: SendSetup,
  file: File,
  { category, photoNonce, fieldName, detectIssues, resumeKey, signal, onProgress }: UploadOptions,
): Promise<UploadResult> {
  const endpoint = `${bases.utility}/uploads${category === undefined ? "" : `?fileCategory=${encodeURIComponent(category)}`}`;
  const uploadId = await uploadResumable(file, { endpoint, resumeKey, signal, onProgress });
  const about = { fieldName, verificationName: setup.verificationName() };
  const kind = { fileCategory: category, photoNonce };
  try {
    if (uploadId === undefined)
      return await (
        await loadSingleRequestUpload()
      ).uploadInOneRequest(file, { ...about, category, photoNonce, detectIssues, signal, onProgress });
    return detectIssues
      ? {
          uploadId,
          report: (await setup.call("files.detect", { uploadId, ...about }, { signal })) as DetectionReport,
        }
      : { uploadId, stored: (await setup.call("files.upload", { uploadId, ...kind }, { signal })) as StoredFile };
  } catch (error) {
    throw signal.aborted ? error : toUploadError(error);
  }
}

/** Stores a file that was checked before. Throws UploadError. */
export async function acceptFile(call: Call, uploadId: string): Promise<StoredFile> {
  try {
    return (
      (await (await loadSingleRequestUpload()).acceptSingleRequestUpload(uploadId)) ??
      ((await call("files.upload", { uploadId })) as StoredFile)
    );
  } catch (error) {
    throw toUploadError(error);
  }
}
