import type { ComponentType, ReactNode } from "react";
import type { DocumentFactKind } from "#engine/core/definitions/document-facts.ts";
import type { CaptchaWork as WorkChallenge } from "#engine/core/scope/shapes/verifications.ts";
import type { WidgetContract } from "#engine/core/definitions/props.ts";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";

/** One option. `disabledPostfix` follows the name of a disabled option, as in 'Assam (Coming Soon)'. */
export interface Option {
  readonly name: string;
  readonly value: string;
  /** A second line; drawn by `radio` only. */
  readonly description?: string;
  /** Address of a picture; drawn by `radio` only. */
  readonly image?: string;
  readonly disabled?: boolean;
  readonly disabledPostfix?: string;
}

/** Texts for typing a value that the list lacks, with `{label}` filled in. */
export interface ManualEntry {
  readonly offer?: string;
  readonly enter?: string;
  readonly back?: string;
  readonly placeholder?: string;
}

/** A list that is known when the form is drawn. */
export interface FixedOptions {
  readonly id: string;
  readonly list: readonly Option[];
  readonly manual?: ManualEntry;
}

/** A list that the server searches page by page. */
export interface SearchedOptions {
  readonly id: string;
  readonly pageSize: number;
  readonly searchDelayMs: number;
  readonly manual?: ManualEntry;
}
export type OptionsSource = FixedOptions | SearchedOptions;

/** One page of a searched list; `total` counts all matches. */
export interface OptionPage {
  readonly list: readonly Option[];
  readonly total: number;
}
export interface OptionQuery {
  readonly search: string;
  readonly seed: number;
  readonly count: number;
  readonly signal: AbortSignal;
}

/** Result of the server's document check, with the API's names. */
export interface DetectionReport {
  readonly state: "COMPLETED" | "WARNING" | "ERROR";
  readonly blurry: { readonly status: boolean };
  readonly smudgy: { readonly status: boolean };
  readonly cropped: { readonly status: boolean };
  readonly dimension_issue: { readonly status: boolean };
  readonly reason: string | null;
  /** Which page has which problem, and how to photograph it better. */
  readonly advice?: readonly string[];
  readonly ocr: null | { readonly found: readonly string[]; readonly missing: readonly string[] };
  /** Id of the checked upload, if the wallet keeps it. */
  readonly uploadId?: string;
}

/** A stored file; `fileUrl` is the form's value. */
export interface StoredFile {
  readonly fileUrl: string;
  readonly fileName: string;
  readonly sizeBytes?: number;
  readonly type?: string;
  /** State of the virus scan; absent without a scanner, and for files that were cleared long ago. */
  readonly scan?: "waiting" | "clean" | "infected";
  /** Message that explains a refusal. */
  readonly reason?: string;
}

/** Text that the server read from a document, with the API's names. */
export interface DocumentReading {
  readonly state: "waiting" | "read" | "blank" | "none";
  readonly lines: readonly string[];
  readonly whole: boolean;
}

/** A value that a document should show: a field of the same form, as filled in now. */
export interface DocumentFact {
  readonly pointer: string;
  readonly kind: DocumentFactKind;
  readonly label: string;
  readonly value: string;
  /** The field can be filled with the value read from the document. */
  readonly isFillable: boolean;
}

export interface UploadOptions {
  /** `fileCategory` of POST /files: `photo` has no minimum size. */
  readonly category?: string;
  /** Nonce from `requestPhotoNonce`; the server counts the photo as live. */
  readonly photoNonce?: string;
  /** Last step of the field's pointer; the host adds the verification's name. */
  readonly fieldName: string;
  /** Checks the document before it is accepted. */
  readonly detectIssues: boolean;
  /** Identifies the upload, so that an earlier one resumes. */
  readonly resumeKey: string;
  readonly signal: AbortSignal;
  onProgress(sentBytes: number, totalBytes: number): void;
}

/** Result of an upload: `stored` when the file is accepted, else a `report` to decide on (acceptUpload). */
export interface UploadResult {
  readonly uploadId: string;
  readonly stored?: StoredFile;
  readonly report?: DetectionReport;
}

/** A chosen file that is not stored yet. */
export interface PendingFile {
  readonly file: File;
  readonly uploadId?: string;
  readonly report?: DetectionReport;
}

/**
 * Chosen files that survive a reload. The host scopes the keys by candidate, transaction and submission. It clears them
 * after the submission and at sign-out.
 */
export interface PendingFiles {
  get(key: string): Promise<PendingFile | undefined>;
  put(key: string, file: PendingFile): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes all files of this scope. */
  clear(): Promise<void>;
}

/** A captcha picture as a data: URL; valid once and until `expiresAt`. */
export interface CaptchaImage {
  readonly captchaId: string;
  readonly image: string;
  readonly expiresAt: string;
}

/** A proof of work in place of a captcha picture; its number is the value of the field. */
export interface CaptchaProofOfWork {
  readonly captchaId: string;
  readonly challenge: WorkChallenge;
  readonly expiresAt: string;
}

/** Address of a point. */
export interface GeoAddress {
  readonly address?: string;
  readonly locality?: string;
  readonly district?: string;
  readonly state?: string;
  readonly country?: string;
  readonly pincode?: string;
}

/** Everything that widgets request from outside. `upload` and `acceptUpload` fail with UploadError. */
export interface WidgetServices {
  searchOptions(optionsId: string, query: OptionQuery): Promise<OptionPage>;
  /** The option for a saved value; undefined when the list has none, because it was typed. */
  findOption?(optionsId: string, value: string, signal: AbortSignal): Promise<Option | undefined>;
  upload(file: File, options: UploadOptions): Promise<UploadResult>;
  acceptUpload(uploadId: string): Promise<StoredFile>;
  describeFile(fileUrl: string, signal: AbortSignal): Promise<StoredFile | undefined>;
  /** Present state of a file in the virus scan; undefined when it is not known. */
  getScanResult?(fileUrl: string, signal: AbortSignal): Promise<StoredFile | undefined>;
  /** Text read from a document; undefined when it is not known. */
  getDocumentReading?(fileUrl: string): Promise<DocumentReading | undefined>;
  /** Content of a file for a thumbnail; files need a bearer token, so `src` cannot load them. */
  loadFile(fileUrl: string, signal: AbortSignal): Promise<Blob>;
  openFile(fileUrl: string): void;
  pendingFiles?: PendingFiles;
  /** Address, stored map image and IP address for a point; parts that cannot be found are omitted. */
  locate?(
    point: { readonly latitude: number; readonly longitude: number },
    signal: AbortSignal,
  ): Promise<{ address?: GeoAddress; mapImage?: string; ipAddress?: string }>;
  /** Requests a captcha picture; the form sends the id of the latest one. */
  requestCaptcha?(signal: AbortSignal): Promise<CaptchaImage>;
  /** Requests a proof of work; its id is sent like that of a picture. */
  requestProofOfWork?(signal: AbortSignal): Promise<CaptchaProofOfWork>;
  /** Requests a nonce for one live photo; undefined when none is needed. Fails with UploadError. */
  requestPhotoNonce?(signal: AbortSignal): Promise<string | undefined>;
  /** True for agents, who may upload an existing picture instead of taking one. */
  readonly canUploadPhotos?: boolean;
  /** Milliseconds since the epoch by the server's clock. */
  now(): number;
}

/** Returns a text of catalogues/texts with its placeholders filled in. */
export type WidgetText = (key: TextKey, values?: Record<string, string | number>) => string;

/** Properties of every widget. The host owns the value and draws label, hint and error. */
export interface WidgetProps<P = Record<string, unknown>> {
  /** DOM id of the control; label and error summary refer to it. */
  id: string;
  /** JSON Pointer of the value in the form's data. */
  pointer: string;
  label: string;
  /** The label as drawn, with '(Optional)' or the required mark; for widgets with `rendersLabel`. */
  labelText: ReactNode;
  /** `undefined` is the empty value of every widget. */
  value: unknown;
  /** Called for each key. */
  onChange(value: unknown): void;
  /**
   * Called at blur, pick or the end of an upload. Without an argument the present value is committed. To clear a value:
   * onChange(undefined), then onCommit().
   */
  onCommit(value?: unknown): void;
  /** Marks an upload in progress; the host may delay a submission. */
  onBusy?(busy: boolean): void;
  required: boolean;
  readOnly: boolean;
  disabled: boolean;
  invalid: boolean;
  /** Ids of hint and error. */
  describedBy?: string;
  placeholder?: string;
  options?: OptionsSource;
  /** The value never reaches browser storage. */
  sensitive?: boolean;
  /** Content types of a file field; defaults to all four of the product. */
  accept?: readonly string[];
  /** Values that the document of a file field should show. */
  documentFacts?: readonly DocumentFact[];
  /** Fills another field with a value read from the document. */
  onFillField?(pointer: string, value: string): void;
  /** Bounds of a date field; `min` and `max` are dates. */
  dates?: { disablePast?: boolean; disableFuture?: boolean; min?: unknown; max?: unknown };
  /** Bounds of a number, from the data; of an amount in minor units. */
  bounds?: { isWhole?: boolean; minimum?: number | undefined };
  /** The widget's own properties, evaluated. */
  props: P;
  services: WidgetServices;
  text: WidgetText;
}

/** A registry entry: the contract, and the component, loaded when a form needs it. */
export interface WidgetEntry {
  readonly contract: WidgetContract;
  readonly load: () => Promise<{ default: ComponentType<WidgetProps<never>> }>;
}
