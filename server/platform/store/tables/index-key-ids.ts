import { index, type AnyPgColumn } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

/** An index of the key ids in a sealed column, for the start, which looks for keys that are missing, and for resealing. */
export const indexKeyIds = (name: string, column: AnyPgColumn, rowId: AnyPgColumn) =>
  index(name)
    .on(sql`split_part(${column}, '.', 2)`, rowId)
    .where(sql`${column} <> ''`);
