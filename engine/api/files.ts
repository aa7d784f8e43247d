import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
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
} from "./parts/shapes.ts";

const About = {
  verificationName: Type.Optional(described(Name, "The name of the verification that it is for.")),
  fieldName: Type.Optional(FieldName),
};
const UploadId = described(Id, "The id of the upload that is finished.");
const FolderName = described(Name, "The folder that it is kept in.");
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
      "What the virus scanner says of it; left out where nobody scans. Its bytes are given, and forms take it, once it is clean.",
    ),
  ),
  reason: Type.Optional(described(text(300), "Why it was refused.")),
});
/** What may be wrong with the picture of a page; each has its sentence in `catalogues/messages`. */
export const pageFlaws = [
  "blurred",
  "moved",
  "coarse",
  "glare",
  "shadow",
  "stained",
  "cut",
  "blank",
  "sideways",
  "upside-down",
  "odd-shape",
] as const;
export type PageFlaw = (typeof pageFlaws)[number];
const PageFlaw = Type.Enum([...pageFlaws]);
const FlawedPage = closed({
  page: described(Type.Integer({ minimum: 1 }), "Counted from 1."),
  flaws: Type.Array(PageFlaw, { minItems: 1, maxItems: 11 }),
});
const DetectionReportSchema = closed({
  blurry: Status,
  smudgy: Status,
  cropped: Status,
  dimension_issue: Status,
  reason: orNull(text(500)),
  pages: Type.Optional(described(Type.Array(FlawedPage, { maxItems: 200 }), "The pages with something wrong.")),
  advice: Type.Optional(
    described(Type.Array(text(300), { maxItems: 12 }), "What is wrong with which page, and how to take it better."),
  ),
  ocr: orNull(closed({ found: Found, missing: Found })),
  state: Type.Enum(["COMPLETED", "WARNING", "ERROR"]),
  uploadId: Id,
});

const PaperReadingSchema = closed({
  state: described(
    Type.Enum(["waiting", "read", "blank", "none"]),
    "Whether it is being read, was read, shows nothing that can be read, or is read by nobody.",
  ),
  lines: described(
    Type.Array(text(300), { maxItems: 400 }),
    "What stands on it, line by line, as far as it was read; empty until then.",
  ),
  whole: described(Type.Boolean(), "Every page was read."),
});

/** A stored file; `type` is what its bytes are, not what the client said. */
export type UploadedFile = Static<typeof UploadedFileSchema>;
/** What the check of a document found: WARNING for a fault that may be overruled, ERROR for what cannot or must not be opened. */
export type DetectionReport = Static<typeof DetectionReportSchema>;
/** What was read of a paper, for its owner alone. */
export type PaperReading = Static<typeof PaperReadingSchema>;

/** The shapes of this area that the API document names. */
export const fileShapes = {
  UploadedFile: UploadedFileSchema,
  DetectionReport: DetectionReportSchema,
  PaperReading: PaperReadingSchema,
};

/** The operations on files; `form` describes a multipart body. */
export const fileOperations = {
  "files.upload": {
    method: "POST",
    service: "utility",
    path: "/files",
    auth: "user",
    summary: "Store a file, or a finished upload.",
    query: closed({
      folderName: Type.Optional(FolderName),
      fileCategory: Type.Optional(described(Name, "What kind of file it is.")),
      photoNonce: Type.Optional(described(Id, "The nonce of a photo that was taken now; it is spent for this file.")),
    }),
    body: closed({ uploadId: UploadId }),
    form: closed({ file: Bytes }),
    data: UploadedFileSchema,
  },
  // A photo that a form wants taken now counts when it was sent with one; an agent's needs none.
  "files.photo-nonce": {
    method: "POST",
    service: "utility",
    path: "/photo-nonces",
    auth: "user",
    summary: "Leave to send one photo, taken now, for a verification.",
    context: ["orgId", "txnId"],
    body: closed({ ...TxnKeys, verificationName: VerificationName }),
    data: closed({ nonce: Id, expiresAt: Moment }),
  },
  "files.get": {
    method: "GET",
    service: "utility",
    path: "/files/:id",
    auth: "user",
    summary: "The bytes of an own file.",
    params: closed({ id: described(Id, "The id of the file: the end of its address.") }),
    data: Bytes,
    contentTypes: ["image/jpeg", "image/png", "application/pdf"],
  },
  "files.scan": {
    method: "GET",
    service: "utility",
    path: "/files/:id/scan",
    auth: "user",
    summary: "What the virus scanner says of an own file.",
    params: closed({ id: described(Id, "The id of the file: the end of its address.") }),
    data: UploadedFileSchema,
  },
  "files.reading": {
    method: "GET",
    service: "utility",
    path: "/files/:id/reading",
    auth: "user",
    summary: "What was read of an own paper; it comes seconds after the check.",
    params: closed({ id: described(Id, "The id of the file, or of its upload before it is one.") }),
    data: PaperReadingSchema,
  },
  "files.from-url": {
    method: "POST",
    service: "utility",
    path: "/files/from-url",
    auth: "user",
    summary: "Store a picture from an allowed address.",
    body: closed({
      url: described(filled(2000), "The address of the picture, on a host that catalogues/limits allows."),
      folderName: Type.Optional(FolderName),
    }),
    data: closed({ fileUrl: FileUrl }),
  },
  "files.detect": {
    method: "POST",
    service: "utility",
    path: "/detect-document-issues",
    auth: "user",
    summary: "Check a document; its bytes are kept for the upload.",
    body: closed({ uploadId: UploadId, ...About }),
    form: closed({ file: Bytes, ...About }),
    data: DetectionReportSchema,
  },
} as const satisfies Record<string, OperationContract>;
