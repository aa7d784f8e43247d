import Type, { type Static } from "typebox";
import type { Contract } from "./parts/contract.ts";
import { Bytes, FieldName, FileUrl, Id, Name, closed, filled, orNull, text } from "./parts/shapes.ts";

const About = { verificationName: Type.Optional(Name), fieldName: Type.Optional(FieldName) };
const Status = closed({ status: Type.Boolean() });
const Found = Type.Array(text(100), { maxItems: 20 });
const UploadedFileSchema = closed({
  fileUrl: FileUrl,
  fileName: text(255),
  sizeBytes: Type.Integer({ minimum: 0 }),
  type: Type.Enum(["image/jpeg", "image/png", "application/pdf"]),
});
const DetectionReportSchema = closed({
  blurry: Status,
  smudgy: Status,
  cropped: Status,
  dimension_issue: Status,
  reason: orNull(text(500)),
  ocr: orNull(closed({ found: Found, missing: Found })),
  state: Type.Enum(["COMPLETED", "WARNING", "ERROR"]),
  uploadId: Id,
});

/** A stored file; `type` is what its bytes are, not what the client said. */
export type UploadedFile = Static<typeof UploadedFileSchema>;
/** What the check of a document found (spec §3 Document detection report, D-43, D-44). */
export type DetectionReport = Static<typeof DetectionReportSchema>;

/** The shapes of this area that the API document names. */
export const fileShapes = { UploadedFile: UploadedFileSchema, DetectionReport: DetectionReportSchema };

/** Contracts of files (spec §7 Files). Multipart bodies are described by `form`. */
export const fileContracts = {
  "files.upload": {
    query: closed({ folderName: Type.Optional(Name), fileCategory: Type.Optional(Name) }),
    body: closed({ uploadId: Id }),
    form: closed({ file: Bytes }),
    data: UploadedFileSchema,
  },
  "files.get": {
    params: closed({ id: Id }),
    data: Bytes,
    contentTypes: ["image/jpeg", "image/png", "application/pdf"],
  },
  "files.from-url": {
    body: closed({ url: filled(2000), folderName: Type.Optional(Name) }),
    data: closed({ fileUrl: FileUrl }),
  },
  "files.detect": {
    body: closed({ uploadId: Id, ...About }),
    form: closed({ file: Bytes, ...About }),
    data: DetectionReportSchema,
  },
} as const satisfies Record<string, Contract>;
