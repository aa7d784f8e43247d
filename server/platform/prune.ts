import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./store/database.ts";

const batch = 1000;

/**
 * Deletes aged rows in batches, each in its own transaction, so that no statement takes long. Several servers may prune
 * at the same time: each skips the rows that another one has locked.
 */
export async function prune(db: Database, table: PgTable, aged: SQL): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${aged} limit ${batch} for update skip locked))`);
    if ((rowCount ?? 0) < batch) return;
  }
}
