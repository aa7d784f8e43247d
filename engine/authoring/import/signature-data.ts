import { maxStrokesLength } from "#engine/core/base/strokes.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import { maxNameLength } from "#engine/core/form/signature-values.ts";

/** The data of a signature. */
export const signatureData: DataSchema = {
  type: "object",
  properties: {
    strokes: { type: "string", format: "strokes", maxLength: maxStrokesLength },
    name: { type: "string", maxLength: maxNameLength },
    imageUrl: { type: "string", format: "file" },
  },
};
