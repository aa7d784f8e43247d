import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findOnly } from "./parts/only.ts";
import { idleAt, type Check } from "./parts/set.ts";

/** A category without a verification. */
export const unusedCategory: Check = (set) => {
  const { source, document } = findOnly(set, "categories") ?? {};
  if (!source || !document) return [];
  const used = set.ofKind("verification").map((one) => (one.document as DocumentOf<"verification">).category);
  return Object.keys(document.categories)
    .filter((name) => !used.includes(name))
    .map((name) => {
      const message = `No verification is of the category "${name}"`;
      return idleAt(source, `/categories/${toPointerStep(name)}`, "unused-category", message);
    });
};
