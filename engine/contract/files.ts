import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import {
  Bytes,
  FieldName,
  FileUrl,
  Id,
  Moment,
  Name,
  TxnKeys,
  VerificationName,
  closed,
  filled,
  orNull,
  text,
} from "#engine/core/base/shapes.ts";

const About = {
  verificationName: Type.Optional(described(Name, "The name of the verification that the file belongs to.")),
  fieldName: Type.Optional(FieldName),
};
const UploadId = described(Id, "The id of the finished upload.");
const FolderName = described(Name, "The folder of the file.");
const Status = closed({ status: Type.Boolean() });
const Found = Type.Array(text(100), { maxItems: 20 });
const UploadedFileSchema = closed({
  fileUrl: FileUrl,
  fileName: text(255),
  sizeBytes: Type.Integer({ minimum: 0 }),
  type: Type.Enum(["image/jpeg", "image/png", "application/pdf"]),
  scan: Type.Optional(
    described(
      Type.Enum(["waiting", "clean", "infected"]),
      "The result of the virus scan; missing without a scanner. Only a clean file can be read or submitted.",
    ),
  ),
  reason: Type.Optional(described(text(300), "The reason why the file was rejected.")),
});
/** Flaws of a page image. Each has a message in `catalogues/messages`. */
export const pageFlaws = [
  "blurred",
  "motion-blur",
  "low-resolution",
  "glare",
  "shadow",
  "stained",
  "cropped",
  "blank",
  "sideways",
  "upside-down",
  "wrong-proportions",
] as const;
export type PageFlaw = (typeof pageFlaws)[number];
const PageFlaw = Type.Enum([...pageFlaws]);
const FlawedPage = closed({
  page: described(Type.Integer({ minimum: 1 }), "The number of the page, from 1."),
  flaws: Type.Array(PageFlaw, { minItems: 1, maxItems: 11 }),
});
const DetectionReportSchema = closed({
  blurry: Status,
  smudgy: Status,
  cropped: Status,
  dimension_issue: Status,
  reason: orNull(text(500)),
  pages: Type.Optional(described(Type.Array(FlawedPage, { maxItems: 200 }), "The pages with a flaw.")),
  advice: Type.Optional(
    described(Type.Array(text(300), { maxItems: 12 }), "The flaw of each page, and how to fix it."),
  ),
  ocr: orNull(closed({ found: Found, missing: Found })),
  state: Type.Enum(["COMPLETED", "WARNING", "ERROR"]),
  uploadId: Id,
});

const DocumentReadingSchema = closed({
  state: described(
    Type.Enum(["waiting", "read", "blank", "none"]),
    "'waiting' until the text is read, then 'read' or 'blank'; 'none' without a reader.",
  ),
  lines: described(
    Type.Array(text(300), { maxItems: 400 }),
    "The recognised text, line by line; empty until it is read.",
  ),
  whole: described(Type.Boolean(), "All pages were read."),
});

/** A stored file. `type` comes from its bytes, not from the client. */
export type UploadedFile = Static<typeof UploadedFileSchema>;
/**
 * The quality check of a document. WARNING: the candidate may overrule it. ERROR: the file cannot or must not be
 * opened.
 */
export type DetectionReport = Static<typeof DetectionReportSchema>;
/** The recognised text of a document, for its owner only. */
export type DocumentReading = Static<typeof DocumentReadingSchema>;

/** Shapes that the OpenAPI document names. */
export const fileShapes = {
  UploadedFile: UploadedFileSchema,
  DetectionReport: DetectionReportSchema,
  DocumentReading: DocumentReadingSchema,
};

/** Operations on files; `form` describes a multipart body. */
export const fileOperations = {
  "files.upload": {
    method: "POST",
    service: "utility",
    path: "/files",
    auth: "user",
    summary: "Store a file or a finished upload.",
    query: closed({
      folderName: Type.Optional(FolderName),
      fileCategory: Type.Optional(described(Name, "The category of the file.")),
      photoNonce: Type.Optional(described(Id, "The nonce for a live photo; valid for this file only.")),
    }),
    body: closed({ uploadId: UploadId }),
    form: closed({ file: Bytes }),
    data: UploadedFileSchema,
  },
  // A live photo counts only with a nonce; agents need none.
  "files.photo-nonce": {
    method: "POST",
    service: "utility",
    path: "/photo-nonces",
    auth: "user",
    summary: "Create a nonce for one live photo of a verification.",
    context: ["orgId", "txnId"],
    body: closed({ ...TxnKeys, verificationName: VerificationName }),
    data: closed({ nonce: Id, expiresAt: Moment }),
  },
  "files.get": {
    method: "GET",
    service: "utility",
    path: "/files/:id",
    auth: "user",
    summary: "Read a file of the candidate.",
    params: closed({ id: described(Id, "The id of the file: the last part of its URL.") }),
    data: Bytes,
    contentTypes: ["image/jpeg", "image/png", "application/pdf"],
  },
  "files.scan": {
    method: "GET",
    service: "utility",
    path: "/files/:id/scan",
    auth: "user",
    summary: "Get the virus scan result of a file of the candidate.",
    params: closed({ id: described(Id, "The id of the file: the last part of its URL.") }),
    data: UploadedFileSchema,
  },
  "files.reading": {
    method: "GET",
    service: "utility",
    path: "/files/:id/reading",
    auth: "user",
    summary: "Get the recognised text of a document; available seconds after the check.",
    params: closed({ id: described(Id, "The id of the file or of its upload.") }),
    data: DocumentReadingSchema,
  },
  "files.from-url": {
    method: "POST",
    service: "utility",
    path: "/files/from-url",
    auth: "user",
    summary: "Store an image from an allowed URL.",
    body: closed({
      url: described(filled(2000), "The URL of the image, on a host that catalogues/limits allows."),
      folderName: Type.Optional(FolderName),
    }),
    data: closed({ fileUrl: FileUrl }),
  },
  "files.detect": {
    method: "POST",
    service: "utility",
    path: "/detect-document-issues",
    auth: "user",
    summary: "Check the quality of a document; the server stores its bytes for the upload.",
    body: closed({ uploadId: UploadId, ...About }),
    form: closed({ file: Bytes, ...About }),
    data: DetectionReportSchema,
  },
} as const satisfies Record<string, OperationContract>;
