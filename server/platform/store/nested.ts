/*
 * A row with all that belongs to it, in one statement and as one value of JSON: drizzle's own reading of relations gives a
 * column for each part and sorts each list twice, which costs the database half as much again, and us as much.
 */
import { sql, type InferColumnsDataTypes, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** What is read, as JSON, and what is made of that here. */
export interface Nested<T> {
  readonly json: SQL;
  read(value: unknown): T;
}

type Columns = Readonly<Record<string, PgColumn>>;
/** A row of these columns, as drizzle would give it. */
export type RowOf<C extends Columns> = InferColumnsDataTypes<C>;

/** Columns of whatever row is at hand. */
export function nestRow<C extends Columns>(columns: C): Nested<RowOf<C>> {
  return nestParts(
    Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, nestColumn(column)])),
  ) as Nested<RowOf<C>>;
}

const nestColumn = (column: PgColumn): Nested<unknown> => ({
  json: sql`${column}`,
  read: (value) => (value === null ? null : column.mapFromDriverValue(value)),
});

/** Several parts as one. */
export function nestParts<T extends object>(parts: { readonly [K in keyof T]: Nested<T[K]> }): Nested<T> {
  const named = Object.entries<Nested<unknown>>(parts);
  const values = sql.join(
    named.map(([, { json }]) => json),
    sql`, `,
  );
  return {
    json: sql`json_build_array(${values})`,
    read: (value) => {
      const whole: Record<string, unknown> = {};
      for (const [i, [name, part]] of named.entries()) whole[name] = part.read((value as unknown[])[i]);
      return whole as T;
    },
  };
}

/** The one row of another table that belongs to the row at hand. */
export const nestOne = <T>(part: Nested<T>, from: PgTable, where: SQL): Nested<T> => ({
  json: sql`(select ${part.json} from ${from} where ${where})`,
  read: (value) => part.read(value),
});

/** The rows of another table that belong to it, in their order. */
export const nestList = <T>(
  part: Nested<T>,
  from: PgTable,
  where: SQL | undefined,
  order: SQL[] = [],
): Nested<T[]> => ({
  json: sql`(select json_agg(${part.json}${order.length > 0 ? sql` order by ${sql.join(order, sql`, `)}` : sql``}) from ${from} where ${where})`,
  // Of no rows there is no list.
  read: (value) => ((value ?? []) as unknown[]).map((row) => part.read(row)),
});

/** Something that no column holds. */
export const nestValue = <T>(json: SQL, read: (value: never) => T): Nested<T> => ({
  json,
  read: read as (value: unknown) => T,
});

/** The column of a statement under which all of it comes. */
export const toField = <T>({ json, read }: Nested<T>): SQL<T> => json.mapWith(read) as SQL<T>;
