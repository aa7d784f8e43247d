/*
 * Reads a row with its related rows in one statement, as one JSON value. Drizzle's own relational queries return a
 * column for each part and sort each list twice, which costs half as much again in the database and here.
 */
import { sql, type InferColumnsDataTypes, type SQL } from "drizzle-orm";
import { once } from "#engine/core/base/once.ts";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** The SQL that makes a JSON value, and the function that reads it. */
export interface JsonPart<T> {
  readonly json: SQL;
  read(value: unknown): T;
}

type Columns = Readonly<Record<string, PgColumn>>;
/** A row of these columns, as drizzle returns it. */
export type RowOf<C extends Columns> = InferColumnsDataTypes<C>;

/** Columns of the present row. */
export function jsonRow<C extends Columns>(columns: C): JsonPart<RowOf<C>> {
  return jsonParts(
    Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, jsonColumn(column)])),
  ) as JsonPart<RowOf<C>>;
}

const jsonColumn = (column: PgColumn): JsonPart<unknown> => ({
  json: sql`${column}`,
  read: (value) => (value === null ? null : column.mapFromDriverValue(value)),
});

/** Several parts under their names. */
export function jsonParts<T extends object>(parts: { readonly [K in keyof T]: JsonPart<T[K]> }): JsonPart<T> {
  const named = Object.entries<JsonPart<unknown>>(parts);
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

/** The one related row of another table. */
export const jsonOne = <T>(part: JsonPart<T>, from: PgTable, where: SQL): JsonPart<T> => ({
  json: sql`(select ${part.json} from ${from} where ${where})`,
  read: (value) => part.read(value),
});

/** The related rows of another table, in the given order. */
export const jsonList = <T>(
  part: JsonPart<T>,
  from: PgTable,
  where: SQL | undefined,
  order: SQL[] = [],
): JsonPart<T[]> => ({
  json: sql`(select json_agg(${part.json}${order.length > 0 ? sql` order by ${sql.join(order, sql`, `)}` : sql``}) from ${from} where ${where})`,
  // json_agg of no rows is null.
  read: (value) => ((value ?? []) as unknown[]).map((row) => part.read(row)),
});

/** A part that is read on first use, once. */
export const readLater = <T>(part: JsonPart<T>): JsonPart<() => T> => ({
  json: part.json,
  read: (value) => once(() => part.read(value)),
});

/** A computed value. */
export const jsonValue = <T>(json: SQL, read: (value: never) => T): JsonPart<T> => ({
  json,
  read: read as (value: unknown) => T,
});

/** The part as a column of a select. */
export const toColumn = <T>({ json, read }: JsonPart<T>): SQL<T> => json.mapWith(read) as SQL<T>;
