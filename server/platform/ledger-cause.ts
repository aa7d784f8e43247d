import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "./store/database.ts";

/**
 * Sets the operation or job that the ledger records for the changes of this database transaction. Without it a change
 * counts as made by hand, and `npm run ledger` reports it.
 */
export async function setTransitionCause(tx: Queryable, by: string): Promise<void> {
  await tx.execute(sql`select set_config('sanad.moved_by', ${by}, true)`);
}

/** The cause of an edit by a newer release, which may change answers in any open state. */
export const migrationCause = "release-upgrade";

/** The cause of a deletion on request: contents become empty in any state, and their salts are replaced. */
export const deletionCause = "deletions.approve";

/** The same as a condition of a single update: always true, and set before its triggers run. */
export const causedBy = (by: string): SQL => sql`set_config('sanad.moved_by', ${by}, true) is not null`;
