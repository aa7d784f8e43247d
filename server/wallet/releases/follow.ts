import { and, eq, sql } from "drizzle-orm";
import { isOpen } from "#engine/transaction/state-machine.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { describeError } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { drafts, submissions, transactions } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { currentDocuments, pinDocuments, type TransactionDocuments } from "../transactions/documents.ts";
import { lockTransactionById, type LoadedTransaction } from "../transactions/rows.ts";
import { findCompatibility } from "./compatibility.ts";
import { judgeStored, type Rewritten } from "./judge-stored.ts";

/**
 * Moves an open transaction to the newest release when that is a patch or minor for its request and takes everything
 * that was given in this very transaction, as migrations make it; a major one leaves it where it began. True when it
 * moved.
 */
export async function followRelease(
  services: Pick<Services, "db" | "config" | "log">,
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
): Promise<boolean> {
  const release = services.config.current();
  if (loaded.row.releaseId === release.id || !isOpen(loaded.row.state)) return false;
  const next = currentDocuments(release, organisation);
  if (!(await isTaken(services, loaded, next, organisation))) return false;
  return transact(services.db, async (tx) => {
    // Again, with nobody saving meanwhile: what is found to be taken is what moves.
    const held = await lockTransactionById(tx, loaded.row.id);
    if (!held || !isSameRelease(held, loaded) || !isOpen(held.row.state)) return false;
    const { rewritten } = await judgeStored(tx, held, next, organisation);
    if (!rewritten) return false;
    await pinDocuments(tx, release, organisation, held.now);
    if (!(await move(tx, held, release.id))) return false;
    if (rewritten.migrations.length > 0) await writeMigrated(tx, held, release.id, rewritten);
    return true;
  });
}

const isSameRelease = (a: LoadedTransaction, b: LoadedTransaction): boolean => a.row.releaseId === b.row.releaseId;

async function isTaken(
  { db, log }: Pick<Services, "db" | "log">,
  loaded: LoadedTransaction,
  next: TransactionDocuments,
  organisation: OrganisationRelease,
): Promise<boolean> {
  const { documents, row, now } = loaded;
  try {
    if ((await findCompatibility(documents, next, row.formId, now)).class === "major") return false;
    return !(await judgeStored(db, loaded, next, organisation)).refused;
  } catch (error) {
    // To stay is always safe.
    log.error(
      { release: next.releaseId, formId: row.formId, ...describeError(error) },
      "a transaction was not compared with a newer release",
    );
    return false;
  }
}

async function move(tx: Queryable, { row }: LoadedTransaction, releaseId: string): Promise<boolean> {
  const moved = await tx
    .update(transactions)
    .set({ releaseId })
    .where(and(eq(transactions.id, row.id), eq(transactions.releaseId, row.releaseId)))
    .returning({ id: transactions.id });
  return moved.length > 0;
}

/** A draft gets another version: a page that still holds the former one is told so when it saves, and merges. */
async function writeMigrated(
  tx: Queryable,
  { row, now }: LoadedTransaction,
  releaseId: string,
  { migrations, submissions: given, drafts: typed }: Rewritten,
): Promise<void> {
  for (const { subType, data } of given)
    await tx
      .update(submissions)
      .set({ data })
      .where(and(eq(submissions.transactionId, row.id), eq(submissions.subType, subType)));
  for (const { verificationName, subType, data } of typed)
    await tx
      .update(drafts)
      .set({ data, version: sql`${drafts.version} + 1`, updatedAt: now })
      .where(
        and(
          eq(drafts.transactionId, row.id),
          eq(drafts.verificationName, verificationName),
          eq(drafts.subType, subType),
        ),
      );
  await writeAudit(tx, "answers-migrated", row.candidateId, {
    transactionId: row.id,
    from: row.releaseId,
    to: releaseId,
    migrations: migrations.join(", "),
    submissions: given.length,
    drafts: typed.length,
  });
}
