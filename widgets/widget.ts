import type { ComponentType, ReactNode } from "react";
import type { PaperFactKind } from "#engine/documents/paper-facts.ts";
import type { CaptchaWork as WorkChallenge } from "#engine/api/verifications.ts";
import type { WidgetContract } from "#engine/documents/props.ts";
import type { TextKey } from "#engine/documents/text-keys.ts";

/** One choice. `disabledPostfix` follows the name of a disabled one: '(Coming Soon)'; the two are joined by a space. */
export interface Option {
  readonly name: string;
  readonly value: string;
  /** A second, quieter line; drawn by `radio` only. */
  readonly description?: string;
  /** Address of its picture; drawn by `radio` only. */
  readonly image?: string;
  readonly disabled?: boolean;
  readonly disabledPostfix?: string;
}

/** Present when a candidate may type what the list lacks; its texts are resolved, `{label}` included. */
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

/** A list that is searched on the server, page by page. Texts left out come from the catalogue. */
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

/** What the server found in a paper: as the API answers, so the names are the wire's. */
export interface DetectionReport {
  readonly state: "COMPLETED" | "WARNING" | "ERROR";
  readonly blurry: { readonly status: boolean };
  readonly smudgy: { readonly status: boolean };
  readonly cropped: { readonly status: boolean };
  readonly dimension_issue: { readonly status: boolean };
  readonly reason: string | null;
  /** What is wrong with which page, and how to take it better; a wallet may leave it out. */
  readonly advice?: readonly string[];
  readonly ocr: null | { readonly found: readonly string[]; readonly missing: readonly string[] };
  /** Where the wallet keeps what it looked at, if it does. */
  readonly uploadId?: string;
}

/** A file that the server keeps; `fileUrl` is the form's value. */
export interface StoredFile {
  readonly fileUrl: string;
  readonly fileName: string;
  readonly sizeBytes?: number;
  readonly type?: string;
  /** With the virus scanner; left out where nobody scans, and where it is clean for long. */
  readonly scan?: "waiting" | "clean" | "infected";
  /** Why it was refused, in words. */
  readonly reason?: string;
}

/** What was read of a paper: as the API answers. */
export interface PaperReading {
  readonly state: "waiting" | "read" | "blank" | "none";
  readonly lines: readonly string[];
  readonly whole: boolean;
}

/** What a paper is expected to show: a field of the same form, as it is filled in by now. */
export interface PaperFact {
  readonly pointer: string;
  readonly kind: PaperFactKind;
  readonly label: string;
  readonly value: string;
  /** A person may put there what was read. */
  readonly open: boolean;
}

export interface UploadOptions {
  /** `fileCategory` of POST /files: `photo` is free of the 40 KB floor. */
  readonly category?: string;
  /** What the photo was taken with (photoNonce of the services); the server counts it as taken now. */
  readonly photoNonce?: string;
  /** Last name of the field's pointer; the host adds the verification's name. */
  readonly fieldName: string;
  /** Have the paper looked at before it is accepted. */
  readonly detectIssues: boolean;
  /** Names this transfer, so that one begun earlier goes on where it stopped. */
  readonly resumeKey: string;
  readonly signal: AbortSignal;
  onProgress(sentBytes: number, totalBytes: number): void;
}

/** End of a transfer: `stored` when the file is accepted already, else `report` says whether it may be (acceptUpload). */
export interface UploadResult {
  readonly uploadId: string;
  readonly stored?: StoredFile;
  readonly report?: DetectionReport;
}

/** A file that was chosen and is not stored yet. */
export interface KeptFile {
  readonly file: File;
  readonly uploadId?: string;
  readonly report?: DetectionReport;
}

/** Chosen files that outlive a reload. The host scopes the keys by candidate, transaction and submission, and clears them when that is taken and at logout. */
export interface KeptFiles {
  get(key: string): Promise<KeptFile | undefined>;
  put(key: string, kept: KeptFile): Promise<void>;
  remove(key: string): Promise<void>;
  /** Takes all of this scope away. */
  clear(): Promise<void>;
}

/** A picture of characters as a data: address; usable once and until `expiresAt`. */
export interface Captcha {
  readonly captchaId: string;
  readonly image: string;
  readonly expiresAt: string;
}

/** Work that the device does instead: the number that it finds is the value, as what is read from a picture is. */
export interface CaptchaWork {
  readonly captchaId: string;
  readonly challenge: WorkChallenge;
  readonly expiresAt: string;
}

/** Words for a point on the map. */
export interface GeoAddress {
  readonly address?: string;
  readonly locality?: string;
  readonly district?: string;
  readonly state?: string;
  readonly country?: string;
  readonly pincode?: string;
}

/** All that a widget may ask of the outside world. Failures of `upload` and `acceptUpload` are UploadErrors (upload-error.ts). */
export interface WidgetServices {
  searchOptions(optionsId: string, query: OptionQuery): Promise<OptionPage>;
  /** The option behind a saved value, undefined when the list has none (it was typed). */
  findOption?(optionsId: string, value: string, signal: AbortSignal): Promise<Option | undefined>;
  upload(file: File, options: UploadOptions): Promise<UploadResult>;
  acceptUpload(uploadId: string): Promise<StoredFile>;
  describeFile(fileUrl: string, signal: AbortSignal): Promise<StoredFile | undefined>;
  /** What has become of a file that waited for the virus scanner; undefined where it is not known. */
  askScan?(fileUrl: string, signal: AbortSignal): Promise<StoredFile | undefined>;
  /** What was read of a paper; undefined where it is not known, or no wallet reads. */
  askReading?(fileUrl: string): Promise<PaperReading | undefined>;
  /** The bytes, for a thumbnail; files need a bearer, so they never stand in `src`. */
  loadFile(fileUrl: string, signal: AbortSignal): Promise<Blob>;
  openFile(fileUrl: string): void;
  keptFiles?: KeptFiles;
  /** Address, stored map picture and network address of a point; what cannot be found is left out. */
  locate?(
    point: { readonly latitude: number; readonly longitude: number },
    signal: AbortSignal,
  ): Promise<{ address?: GeoAddress; mapImage?: string; ipAddress?: string }>;
  /** Draws a new captcha; the host remembers the id of the last one and sends it with the form. */
  drawCaptcha?(signal: AbortSignal): Promise<Captcha>;
  /** Asks for work in place of a picture; the host remembers its id as that of a picture. */
  askWork?(signal: AbortSignal): Promise<CaptchaWork>;
  /** Leave to send one photo that is taken now; undefined where none is asked for. Failures are UploadErrors. */
  photoNonce?(signal: AbortSignal): Promise<string | undefined>;
  /** The candidate acts as an agent, who may choose a picture instead of taking one. */
  readonly mayUploadPhotos?: boolean;
  /** Milliseconds since the epoch by the server's clock. */
  now(): number;
}

/** Fills a text of catalogues/texts. */
export type WidgetText = (key: TextKey, values?: Record<string, string | number>) => string;

/** What every widget receives. It is controlled: the host owns the value and draws label, hint and error around it. */
export interface WidgetProps<P = Record<string, unknown>> {
  /** DOM id of the control; the field's label and the error summary point at it. */
  id: string;
  /** JSON Pointer of the value in the form's data. */
  pointer: string;
  label: string;
  /** The label as it is drawn, for who `rendersLabel`: with '(Optional)', or the mark of what is required. */
  labelText: ReactNode;
  /** `undefined` is the empty value of every widget. */
  value: unknown;
  /** Each keystroke. */
  onChange(value: unknown): void;
  /** Blur, pick, upload finished. Without an argument the present value stands, so emptying is onChange(undefined), onCommit(). */
  onCommit(value?: unknown): void;
  /** A value is on its way (upload); the host may hold a submission back. */
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
  /** Content types a file field takes; all four of the product when absent. */
  accept?: readonly string[];
  /** What the paper of a file field is expected to show. */
  paperFacts?: readonly PaperFact[];
  /** A person takes what was read of the paper for another field. */
  onTake?(pointer: string, value: string): void;
  /** Bounds of a date field; `min` and `max` are dates. */
  dates?: { disablePast?: boolean; disableFuture?: boolean; min?: unknown; max?: unknown };
  /** The widget's own properties, evaluated. */
  props: P;
  services: WidgetServices;
  text: WidgetText;
}

/** A line of the registry: what a document may say to the widget, and the widget itself, fetched when a form needs it. */
export interface WidgetEntry {
  readonly contract: WidgetContract;
  readonly load: () => Promise<{ default: ComponentType<WidgetProps<never>> }>;
}
