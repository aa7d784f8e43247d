/** Why an upload failed: offline, one of the server's three file rules (codes 114, 113, 115), or another refusal. */
export type UploadFailure = "offline" | "type" | "large" | "small" | "refused";

/** Thrown by WidgetServices.upload and acceptUpload. `message` is for the candidate when `failure` is "refused". */
export class UploadError extends Error {
  readonly failure: UploadFailure;
  constructor(failure: UploadFailure, message = "") {
    super(message);
    this.name = "UploadError";
    this.failure = failure;
  }
}
