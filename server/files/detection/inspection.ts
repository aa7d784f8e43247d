import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import type { ContentType } from "../limits.ts";
import type { FlawedPage } from "./image-quality/flaws.ts";

/** Later pages of a PDF are inspected in parts of this length, each on any free thread. */
export const pagesPerPart = 3;
/** After this time a part ends at the next page, so that another candidate's document gets its turn. */
export const sliceMs = 1000;

/** A file to inspect. */
export interface InspectRequest {
  path: string;
  contentType: ContentType;
  assessQuality: boolean;
  extractText?: boolean;
  /** Renders this page (from 1) for OCR, rotated upright. Nothing is assessed then. */
  render?: { page: number; rotation?: "sideways" | "upside-down" };
  /** Draws this page of a PDF (from 1) for a person, and counts the pages. Nothing is assessed then. */
  draw?: { page?: number };
  /** The first page of a later part. Without it the file itself is checked too. */
  fromPage?: number;
  /** The number of pages of the part. */
  pages?: number;
}

/** A thread's answer: what it found, from which page, and the CPU time that this took. */
export interface InspectedSlice {
  inspection: Inspection;
  cpuMs: number;
  fromPage?: number;
}

/** Reasons to reject a file. */
export type Fault = "unreadable" | "encrypted" | "script" | "attachment" | "polyglot" | "too-large" | "bomb";

/** The reason to reject a file: the inspection's fault, or the virus scanner's. */
export type FileFault = Fault | "virus";

/** The message for each fault. */
export const faultReasons = {
  unreadable: "file-unreadable",
  encrypted: "file-encrypted",
  script: "file-script",
  attachment: "file-attachment",
  virus: "file-virus",
  polyglot: "file-polyglot",
  bomb: "file-decompression-bomb",
  "too-large": "image-too-large",
} as const satisfies Record<FileFault, MessageKey<"refusals">>;

/** The result. With `fault` nothing else is set. */
export interface Inspection {
  fault?: Fault;
  /** The number of pages to assess. */
  pageCount?: number;
  /** The number of pages of the file, when it is larger than `pageCount`. */
  totalPages?: number;
  /** The file is a form that only Adobe's readers display. */
  isDynamicForm?: true;
  /** Pages with flaws, in order. */
  pages?: FlawedPage[];
  /** The file's text layer, on request. Empty for images. */
  text?: string;
  /** Pixels of the decoded images, when there are any. */
  pixels?: number;
  /** The page after the last assessed one, and the part's last page, when the part took more than its time. */
  nextPage?: number;
  lastPage?: number;
  /** The rendered page: a grey PNG, upright; the drawn one: a JPEG in colour, as it is. */
  image?: Uint8Array;
}
