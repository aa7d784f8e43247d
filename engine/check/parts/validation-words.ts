import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { DocumentSet } from "./set.ts";

/** The words for a broken keyword: by format, by widget, or for all. */
export type ValidationWords = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The words of the catalogue of validation; undefined without one. */
export const findValidationWords = (set: DocumentSet): ValidationWords | undefined =>
  (set.find("validation", "validation") as DocumentOf<"validation"> | undefined)?.messages;
