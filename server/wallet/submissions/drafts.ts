import { and, eq, sql } from "drizzle-orm";
import type { Draft } from "#engine/api/verifications.ts";
import { notFound, refusedField, WalletError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { drafts } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed, type Guarding } from "../transactions/guard.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";
import { findForm } from "./form-check.ts";
import { findSensitive } from "./sensitive.ts";

/** Where a draft lies: a verification and, for a submission that exists, its subType. */
export interface DraftPlace {
  verificationName: string;
  subType?: string;
}

/** The stored draft, or version 0. Throws 104 for a verification or submission that is not there. */
export async function readDraft(db: Queryable, loaded: LoadedTransaction, place: DraftPlace): Promise<Draft> {
  getPlace(loaded, place);
  const [row] = await db.select().from(drafts).where(at(loaded, place));
  return row
    ? { version: row.version, data: row.data, updatedAt: row.updatedAt.toISOString() }
    : { version: 0, data: {} };
}

/** Stores a draft over the version it was made from; the row count decides. Throws 104, 106 (sensitive), 109, 111. */
export async function writeDraft(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: Guarding,
  place: DraftPlace,
  { version, data }: { version: number; data: Record<string, unknown> },
): Promise<Draft> {
  assertAllowed(loaded, services, { by: "drafts.put", ...getPlace(loaded, place) });
  const form = findForm(loaded.documents, loaded.documents.verification(place.verificationName));
  const sensitive = findSensitive(form?.model, data);
  if (sensitive.length > 0) {
    throw new WalletError("invalid", {
      fields: sensitive.map((pointer) => refusedField(`/data${pointer}`, "sensitive", "value-not-kept")),
    });
  }
  const values = { data, version: version + 1, updatedAt: loaded.now };
  const written =
    version === 0
      ? await tx
          .insert(drafts)
          .values({
            transactionId: loaded.row.id,
            verificationName: place.verificationName,
            subType: place.subType ?? "",
            ...values,
          })
          .onConflictDoNothing()
          .returning({ version: drafts.version })
      : await tx
          .update(drafts)
          .set({ ...values, version: sql`${drafts.version} + 1` })
          .where(and(at(loaded, place), eq(drafts.version, version)))
          .returning({ version: drafts.version });
  if (written[0]) return { version: written[0].version, data, updatedAt: loaded.now.toISOString() };
  const { version: newest, data: stored } = await readDraft(tx, loaded, place);
  throw new WalletError("draftConflict", { data: { version: newest, data: stored } });
}

/** Forgets a draft. Throws 104, 109. */
export async function removeDraft(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: Guarding,
  place: DraftPlace,
): Promise<Draft> {
  assertAllowed(loaded, services, { by: "drafts.remove", ...getPlace(loaded, place) });
  await tx.delete(drafts).where(at(loaded, place));
  return { version: 0, data: {} };
}

function getPlace({ items }: LoadedTransaction, { verificationName, subType }: DraftPlace) {
  const item = items.find((entry) => entry.name === verificationName);
  if (!item) throw notFound("verification");
  if (subType === undefined) return { item };
  const submission = item.submissions.find((entry) => entry.subType === subType);
  if (!submission) throw notFound("submission");
  return { item, submission };
}

function at({ row }: LoadedTransaction, { verificationName, subType }: DraftPlace) {
  return and(
    eq(drafts.transactionId, row.id),
    eq(drafts.verificationName, verificationName),
    eq(drafts.subType, subType ?? ""),
  );
}
