import { index, type AnyPgColumn } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

/** An index of the key ids in a sealed column: the start looks for missing keys, and a job reseals by it. */
export const indexKeyIds = (name: string, column: AnyPgColumn, rowId: AnyPgColumn) =>
  index(name)
    .on(sql`split_part(${column}, '.', 2)`, rowId)
    .where(sql`${column} <> ''`);
