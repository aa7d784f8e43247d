import { and, eq, sql } from "drizzle-orm";
import { isOpen } from "#engine/core/transaction/state-machine.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { describeError } from "#server/platform/log.ts";
import { migrationCause, setTransitionCause } from "#server/platform/ledger-cause.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { drafts, submissions, transactions } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import {
  toCurrentDefinitions,
  pinDefinitions,
  type TransactionDefinitions,
} from "../transactions/pinned-definitions.ts";
import { lockTransactionById, type LoadedTransaction } from "../transactions/load.ts";
import { findCompatibility } from "./compatibility.ts";
import { validateStoredAnswers, type MigratedAnswers } from "./validate-stored.ts";

/**
 * Moves an open transaction to the current release when that is compatible (patch or minor) and accepts its stored
 * answers. Migrations change the answers first. A major release leaves the transaction where it is. True when it moved.
 */
export async function upgradeToCurrentRelease(
  services: Pick<Services, "db" | "config" | "log">,
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
): Promise<boolean> {
  const release = services.config.current();
  if (loaded.row.releaseId === release.id || !isOpen(loaded.row.state)) return false;
  const next = toCurrentDefinitions(release, organisation);
  if (!(await isAccepted(services, loaded, next, organisation))) return false;
  return transact(services.db, async (tx) => {
    // Validates again under the lock, because a save may have come in between.
    const locked = await lockTransactionById(tx, loaded.row.id);
    if (!locked || !isSameRelease(locked, loaded) || !isOpen(locked.row.state)) return false;
    const { migrated } = await validateStoredAnswers(tx, locked, next, organisation);
    if (!migrated) return false;
    await pinDefinitions(tx, release, organisation, locked.now);
    if (!(await setRelease(tx, locked, release.id))) return false;
    if (migrated.migrations.length > 0) await writeMigrated(tx, locked, release.id, migrated);
    return true;
  });
}

const isSameRelease = (a: LoadedTransaction, b: LoadedTransaction): boolean => a.row.releaseId === b.row.releaseId;

async function isAccepted(
  { db, log }: Pick<Services, "db" | "log">,
  loaded: LoadedTransaction,
  next: TransactionDefinitions,
  organisation: OrganisationRelease,
): Promise<boolean> {
  const { definitions, row, now } = loaded;
  try {
    if ((await findCompatibility(definitions, next, row.formId, now)).class === "major") return false;
    return !(await validateStoredAnswers(db, loaded, next, organisation)).invalid;
  } catch (error) {
    // Staying on the pinned release is always safe.
    log.error(
      { release: next.releaseId, formId: row.formId, ...describeError(error) },
      "a transaction was not compared with a newer release",
    );
    return false;
  }
}

async function setRelease(tx: Queryable, { row }: LoadedTransaction, releaseId: string): Promise<boolean> {
  const updated = await tx
    .update(transactions)
    .set({ releaseId })
    .where(and(eq(transactions.id, row.id), eq(transactions.releaseId, row.releaseId)))
    .returning({ id: transactions.id });
  return updated.length > 0;
}

/** Drafts get a new version: a page with the former version gets a conflict when it saves, and merges. */
async function writeMigrated(
  tx: Queryable,
  { row, now }: LoadedTransaction,
  releaseId: string,
  { migrations, submissions: savedSubmissions, drafts: savedDrafts }: MigratedAnswers,
): Promise<void> {
  await setTransitionCause(tx, migrationCause);
  for (const { subType, data } of savedSubmissions)
    await tx
      .update(submissions)
      .set({ data })
      .where(and(eq(submissions.transactionId, row.id), eq(submissions.subType, subType)));
  for (const { verificationName, subType, data } of savedDrafts)
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
    submissions: savedSubmissions.length,
    drafts: savedDrafts.length,
  });
}
