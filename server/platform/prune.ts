import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./store/database.ts";

const batch = 1000;

/**
 * Removes the rows of a table that have aged, some at a time and each time for itself: however many there are, no statement
 * takes long and nobody waits. Of two servers that do it at once each takes what the other does not hold.
 */
export async function prune(db: Database, table: PgTable, aged: SQL): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${aged} limit ${batch} for update skip locked))`);
    if ((rowCount ?? 0) < batch) return;
  }
}
