import { and, eq, sql } from "drizzle-orm";
import type { Draft } from "#engine/core/scope/shapes/verifications.ts";
import { notFound, fieldError, WalletError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { drafts } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed, type GuardServices } from "../transactions/guard.ts";
import type { LoadedTransaction } from "../transactions/load.ts";
import { findForm } from "./form-validation.ts";
import { findSensitive } from "./sensitive.ts";

/** Key of a draft: a verification and, for an existing submission, its subType. */
export interface DraftKey {
  verificationName: string;
  subType?: string;
}

/** The stored draft, or version 0. Throws 104 for an unknown verification or submission. */
export async function readDraft(db: Queryable, loaded: LoadedTransaction, key: DraftKey): Promise<Draft> {
  getDraftTarget(loaded, key);
  const [row] = await db.select().from(drafts).where(isKey(loaded, key));
  return row
    ? { version: row.version, data: row.data, ...toPage(row), updatedAt: row.updatedAt.toISOString() }
    : { version: 0, data: {} };
}

/** Stores a draft if its base version is current; the row count decides. Throws 104, 106 (sensitive), 109, 111. */
export async function writeDraft(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: GuardServices,
  key: DraftKey,
  { version, data, page }: { version: number; data: Record<string, unknown>; page?: string },
): Promise<Draft> {
  assertAllowed(loaded, services, { by: "drafts.put", ...getDraftTarget(loaded, key) });
  const form = findForm(loaded.definitions, loaded.definitions.verification(key.verificationName));
  const sensitive = findSensitive(form?.model, data);
  if (sensitive.length > 0) {
    throw new WalletError("invalid", {
      fields: sensitive.map((pointer) => fieldError(`/data${pointer}`, "sensitive", "value-never-stored")),
    });
  }
  const values = { data, page: page ?? null, version: version + 1, updatedAt: loaded.now };
  const written =
    version === 0
      ? await tx
          .insert(drafts)
          .values({
            transactionId: loaded.row.id,
            verificationName: key.verificationName,
            subType: key.subType ?? "",
            ...values,
          })
          .onConflictDoNothing()
          .returning({ version: drafts.version })
      : await tx
          .update(drafts)
          .set({ ...values, version: sql`${drafts.version} + 1` })
          .where(and(isKey(loaded, key), eq(drafts.version, version)))
          .returning({ version: drafts.version });
  if (written[0]) return { version: written[0].version, data, ...toPage(values), updatedAt: loaded.now.toISOString() };
  const { version: newest, data: stored, page: open } = await readDraft(tx, loaded, key);
  throw new WalletError("draftConflict", { data: { version: newest, data: stored, ...toPage({ page: open }) } });
}

const toPage = ({ page }: { page?: string | null | undefined }) => (page ? { page } : {});

/** Deletes a draft. Throws 104, 109. */
export async function removeDraft(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: GuardServices,
  key: DraftKey,
): Promise<Draft> {
  assertAllowed(loaded, services, { by: "drafts.remove", ...getDraftTarget(loaded, key) });
  await tx.delete(drafts).where(isKey(loaded, key));
  return { version: 0, data: {} };
}

function getDraftTarget({ items }: LoadedTransaction, { verificationName, subType }: DraftKey) {
  const item = items.find((entry) => entry.name === verificationName);
  if (!item) throw notFound("verification");
  if (subType === undefined) return { item };
  const submission = item.submissions.find((entry) => entry.subType === subType);
  if (!submission) throw notFound("submission");
  return { item, submission };
}

function isKey({ row }: LoadedTransaction, { verificationName, subType }: DraftKey) {
  return and(
    eq(drafts.transactionId, row.id),
    eq(drafts.verificationName, verificationName),
    eq(drafts.subType, subType ?? ""),
  );
}
