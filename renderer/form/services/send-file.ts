import { services as bases } from "#engine/api/services.ts";
import type { Call } from "#renderer/data/client.ts";
import type { DetectionReport, StoredFile, UploadOptions, UploadResult } from "#widgets/widget.ts";
import { toUploadError } from "./upload-failure.ts";
import { transfer } from "./upload.ts";

/** What sending a file stands on. */
interface SendSetup {
  readonly call: Call;
  verificationName(): string | undefined;
}

/** Fetched where a wallet takes files in one piece only. */
const loadWhole = () => import("./whole-upload.ts");

/** Sends a file in pieces that can go on, and has it looked at or stored. Throws UploadError. */
export async function sendFile(
  setup: SendSetup,
  file: File,
  { category, photoNonce, fieldName, detectIssues, resumeKey, signal, onProgress }: UploadOptions,
): Promise<UploadResult> {
  const endpoint = `${bases.utility}/uploads${category === undefined ? "" : `?fileCategory=${encodeURIComponent(category)}`}`;
  const uploadId = await transfer(file, { endpoint, resumeKey, signal, onProgress });
  const about = { fieldName, verificationName: setup.verificationName() };
  const kind = { fileCategory: category, photoNonce };
  try {
    if (uploadId === undefined)
      return await (
        await loadWhole()
      ).sendWhole(file, { ...about, category, photoNonce, detectIssues, signal, onProgress });
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

/** Stores a file that was looked at. Throws UploadError. */
export async function acceptFile(call: Call, uploadId: string): Promise<StoredFile> {
  try {
    return (
      (await (await loadWhole()).acceptWhole(uploadId)) ?? ((await call("files.upload", { uploadId })) as StoredFile)
    );
  } catch (error) {
    throw toUploadError(error);
  }
}
