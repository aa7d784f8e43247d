import { createHash } from "node:crypto";
import { SignJWT } from "jose";
import { getAt, pointerSteps } from "#engine/base/json-pointer.ts";
import { newId } from "#server/platform/ids.ts";
import { findFileId, toFileUrl } from "#server/files/storage/file-url.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import { findForm } from "../submissions/form-check.ts";
import { leafPaths } from "../submissions/leaf-paths.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "../transactions/rows.ts";
import { issuerKey } from "./keys.ts";

type Attributes = Record<string, string | number | boolean | null>;

/** `vc+jwt`, EdDSA: checked without us by anybody who has the public key. */
export const credentialAlgorithm = "EdDSA";

/** Makes a credential of a completed submission, one per submission, where its verification says which facts it holds. */
export async function issueCredential(
  tx: Queryable,
  services: Pick<Services, "secrets" | "settings">,
  loaded: LoadedTransaction,
  item: ItemRow,
  { subType, data }: SubmissionRow,
): Promise<void> {
  const verification = loaded.documents.verification(item.name);
  if (!verification?.credential) return;
  const { type, attributes: pointers } = verification.credential;
  const sensitive = new Set(
    findForm(loaded.documents, verification)?.model.fields.flatMap((field) =>
      field.field.sensitive ? [field.pointer] : [],
    ),
  );
  const attributes = toAttributes(
    data,
    pointers.filter((pointer) => !sensitive.has(pointer)),
  );
  const id = newId();
  const issuer = services.settings.publicUrl;
  const token = await new SignJWT({ vc: { type: ["VerifiableCredential", type], credentialSubject: attributes } })
    .setProtectedHeader({ alg: credentialAlgorithm, typ: "vc+jwt" })
    .setIssuer(issuer)
    .setSubject(loaded.row.candidateId)
    .setJti(id)
    .setIssuedAt(loaded.now)
    .sign(issuerKey(services.secrets).privateKey);
  await tx.insert(credentials).values({
    id,
    candidateId: loaded.row.candidateId,
    transactionId: loaded.row.id,
    subType,
    credentialType: type,
    attributes,
    attributesHash: toAttributesHash(type, attributes),
    issuer,
    token,
    documentUrl: findPaper(data),
    issuedAt: loaded.now,
  });
}

/** By type and attributes the wallet knows what it has already. */
export function toAttributesHash(type: string, attributes: Attributes): string {
  return createHash("sha256")
    .update(JSON.stringify([type, Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest("base64url");
}

/** Values at the pointers; an object gives each of its leaves. */
function toAttributes(data: Record<string, unknown>, pointers: readonly string[]): Attributes {
  const leaves = pointers.flatMap((pointer) => leafPaths(getAt(data, pointer), pointer));
  const entries = leaves.flatMap(({ pointer, value }): [string, Attributes[string]][] =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [[pointerSteps(pointer).join("."), value]]
      : [],
  );
  return Object.fromEntries(entries);
}

/** The first paper of a submission, to open beside its credential. */
function findPaper(data: Record<string, unknown>): string | null {
  const id = Object.values(data).flatMap((value) => findFileId(value) ?? [])[0];
  return id === undefined ? null : toFileUrl(id);
}
