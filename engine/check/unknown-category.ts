import type { DocumentOf } from "#engine/documents/document-of.ts";
import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A verification in a category that the catalogue does not have: its tile would stand under no heading. */
export const unknownCategory: Check = (set) => {
  const { document } = findOnly(set, "categories") ?? {};
  if (!document) return [];
  const known = Object.keys(document.categories);
  return set.ofKind("verification").flatMap((source) => {
    const { category } = source.document as DocumentOf<"verification">;
    if (known.includes(category)) return [];
    const message = `There is no category "${category}"${meantOf(category, known)}`;
    return [issueAt(source, "/category", "unknown-category", message)];
  });
};
