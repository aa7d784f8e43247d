import { sql } from "drizzle-orm";
import { deletionCause } from "#server/platform/ledger-cause.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { assertAllowed, findRefusalText, type RefusalText } from "#server/wallet/transactions/guard.ts";
import { loadTransaction, lockTransactionById, type LoadedTransaction } from "#server/wallet/transactions/load.ts";

/** A form for which a deletion has to wait, and why. */
interface Wait {
  loaded: LoadedTransaction;
  refusal: RefusalText;
}

type GuardServices = Pick<Services, "config">;

/** The forms of a candidate for which a deletion has to wait, the newest first. */
export async function findWaits(services: GuardServices, db: Queryable, candidateId: string): Promise<Wait[]> {
  const waits: Wait[] = [];
  for (const id of await listForms(db, candidateId)) {
    const loaded = await loadTransaction(db, id);
    const refusal = findRefusalText(loaded, services, { by: deletionCause });
    if (refusal) waits.push({ loaded, refusal });
  }
  return waits;
}

/**
 * Locks all forms of a candidate, so that nothing starts meanwhile. Throws 409 (109) when one makes a deletion wait.
 */
export async function lockForms(services: GuardServices, tx: Queryable, candidateId: string): Promise<void> {
  for (const id of (await listForms(tx, candidateId)).toSorted()) {
    const loaded = await lockTransactionById(tx, id);
    if (loaded) assertAllowed(loaded, services, { by: deletionCause });
  }
}

/** The ids of a candidate's forms, the newest first. */
export async function listForms(db: Queryable, candidateId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from transactions where candidate_id = ${candidateId} order by created_at desc, id desc`);
  return rows.map(({ id }) => id);
}
