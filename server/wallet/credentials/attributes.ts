import { createHash } from "node:crypto";
import { getAt, pointerSteps, listLeafValues } from "#engine/core/base/json-pointer.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { findForm } from "../submissions/form-validation.ts";
import type { TransactionDefinitions } from "../transactions/pinned-definitions.ts";

/** Certified facts by their path in the form: `currentAddress.pincode`. */
export type Attributes = Record<string, string | number | boolean | null>;

/** The part of a submission that its verification certifies. Sensitive fields are never included. */
export function toAttributes(
  data: Record<string, unknown>,
  verification: VerificationDefinition,
  definitions: TransactionDefinitions,
): Attributes {
  const sensitive = new Set(
    findForm(definitions, verification)?.model.fields.flatMap(({ field, pointer }) =>
      field.sensitive ? [pointer] : [],
    ),
  );
  const pointers = (verification.credential?.attributes ?? []).filter((pointer) => !sensitive.has(pointer));
  const leaves = pointers.flatMap((pointer) => listLeafValues(getAt(data, pointer), pointer));
  const entries = leaves.flatMap(({ pointer, value }): [string, Attributes[string]][] =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [[pointerSteps(pointer).join("."), value]]
      : [],
  );
  return Object.fromEntries(entries);
}

/** Hash of type and attributes: equal hashes mean the wallet already has the credential. */
export function toAttributesHash(type: string, attributes: Attributes): string {
  return createHash("sha256")
    .update(JSON.stringify([type, Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest("base64url");
}
