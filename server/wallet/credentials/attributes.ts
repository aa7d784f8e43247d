import { createHash } from "node:crypto";
import { getAt, pointerSteps } from "#engine/base/json-pointer.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { findForm } from "../submissions/form-check.ts";
import { leafPaths } from "../submissions/leaf-paths.ts";
import type { TransactionDocuments } from "../transactions/documents.ts";

/** Certified facts by their place in the form: `currentAddress.pincode`. */
export type Attributes = Record<string, string | number | boolean | null>;

/** What of a submission its verification certifies; what is sensitive never is. */
export function toAttributes(
  data: Record<string, unknown>,
  verification: VerificationDocument,
  documents: TransactionDocuments,
): Attributes {
  const sensitive = new Set(
    findForm(documents, verification)?.model.fields.flatMap(({ field, pointer }) => (field.sensitive ? [pointer] : [])),
  );
  const pointers = (verification.credential?.attributes ?? []).filter((pointer) => !sensitive.has(pointer));
  const leaves = pointers.flatMap((pointer) => leafPaths(getAt(data, pointer), pointer));
  const entries = leaves.flatMap(({ pointer, value }): [string, Attributes[string]][] =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [[pointerSteps(pointer).join("."), value]]
      : [],
  );
  return Object.fromEntries(entries);
}

/** By type and attributes the wallet knows what it has already. */
export function toAttributesHash(type: string, attributes: Attributes): string {
  return createHash("sha256")
    .update(JSON.stringify([type, Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest("base64url");
}
