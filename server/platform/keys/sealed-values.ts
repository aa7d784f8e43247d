import { sql, type SQL } from "drizzle-orm";
import type { Secrets } from "../secrets.ts";
import type { Queryable } from "../store/database.ts";
import { sealedColumns, type SealedColumn, type SealedName } from "./key-uses.ts";

const batchSize = 200;
/** Values without a key id that the start tries to open, of each column. */
const tried = 20;

/** The id of the key of values from before there were key ids. */
export const unnamedKey = "unnamed";

/** How many values of a sealed column one key sealed. */
export interface SealedCount {
  use: SealedName;
  /** Empty for values without a key id. */
  keyId: string;
  rows: number;
}

type Entry = readonly [SealedName, SealedColumn];
interface SealedRow extends Record<string, unknown> {
  id: string;
  sealed: string;
}

const column = (entry: Entry): SQL => sql`${sql.identifier(entry[1].column)}`;
const table = (entry: Entry): SQL => sql`${sql.identifier(entry[1].table)}`;
const rowId = (entry: Entry): SQL => sql`${sql.identifier(entry[1].row)}`;
/** The expression of the index, so that a search for key ids reads a few of its entries. */
const keyId = (entry: Entry): SQL => sql`split_part(${column(entry)}, '.', 2)`;
const isSealed = (entry: Entry): SQL => sql`${column(entry)} <> ''`;

/** The key ids in every sealed column. It steps from one id to the next in the index, so it reads few rows of many. */
export async function listSealedKeyIds(db: Queryable): Promise<Omit<SealedCount, "rows">[]> {
  const parts = sealedColumns.map((entry) => {
    const next = (more: SQL) =>
      sql`select ${keyId(entry)} as id from ${table(entry)} where ${isSealed(entry)} ${more} order by 1 limit 1`;
    return sql`(with recursive found as ((${next(sql``)}) union all
      select (${next(sql`and ${keyId(entry)} > found.id`)}) from found where found.id is not null)
      select ${entry[0]} as use, id as "keyId" from found where id is not null)`;
  });
  const { rows } = await db.execute<Omit<SealedCount, "rows"> & Record<string, unknown>>(
    sql.join(parts, sql` union all `),
  );
  return rows;
}

/** Counts the values of every sealed column by key id, or those of one key id. Reads the whole index. */
export async function countSealed(db: Queryable, of?: string): Promise<SealedCount[]> {
  const parts = sealedColumns.map(
    (entry) =>
      sql`(select ${entry[0]} as use, ${keyId(entry)} as "keyId", count(*)::int as rows from ${table(entry)}
        where ${isSealed(entry)} ${of === undefined ? sql`` : sql`and ${keyId(entry)} = ${of}`} group by 2)`,
  );
  const { rows } = await db.execute<SealedCount & Record<string, unknown>>(sql.join(parts, sql` union all `));
  return rows;
}

/** Counts values without a key id that no listed key opens: of all, or of a few of each column. */
export async function countUnopened(db: Queryable, secrets: Secrets, all: boolean): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const entry of sealedColumns) {
    let rows = 0;
    for await (const batch of readBatches(db, entry, "", all ? batchSize : tried)) {
      rows += batch.filter((row) => !canOpen(secrets, entry, row)).length;
      if (!all) break;
    }
    if (rows > 0) counts.push({ use: entry[0], keyId: unnamedKey, rows });
  }
  return counts;
}

/** Seals values of older keys by the newest one. A value that a writer changes meanwhile stays as written. */
export async function resealValues(db: Queryable, secrets: Secrets): Promise<{ resealed: number; unopened: number }> {
  const [newest] = secrets.keyIds("SEAL_SECRET");
  const total = { resealed: 0, unopened: 0 };
  for (const { use, keyId: old } of await listSealedKeyIds(db)) {
    if (old === newest) continue;
    const entry = sealedColumns.find(([name]) => name === use)!;
    for await (const batch of readBatches(db, entry, old, batchSize)) {
      const values = batch.flatMap((row) => (canOpen(secrets, entry, row) ? [toResealed(secrets, entry, row)] : []));
      total.unopened += batch.length - values.length;
      total.resealed += await replace(db, entry, values);
    }
  }
  return total;
}

/** Gives up the rows that only this key opens, as key-uses.ts defines for each column; → their number. */
export async function giveUpValues(db: Queryable, secrets: Secrets, lost: string): Promise<number> {
  let givenUp = 0;
  for (const entry of sealedColumns)
    for await (const batch of readBatches(db, entry, lost === unnamedKey ? "" : lost, batchSize)) {
      const rows = batch.filter((row) => !canOpen(secrets, entry, row));
      givenUp += rows.length;
      if (rows.length > 0) await giveUp(db, entry, rows);
    }
  return givenUp;
}

/** Rows of one key id in the order of their row id. */
async function* readBatches(db: Queryable, entry: Entry, of: string, size: number): AsyncGenerator<SealedRow[]> {
  for (let last = ""; ;) {
    const { rows } = await db.execute<SealedRow>(sql`
      select ${rowId(entry)} as id, ${column(entry)} as sealed from ${table(entry)}
      where ${isSealed(entry)} and ${keyId(entry)} = ${of} and ${rowId(entry)} > ${last} order by ${rowId(entry)} limit ${size}`);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)!.id;
  }
}

function canOpen(secrets: Secrets, [use]: Entry, { id, sealed }: SealedRow): boolean {
  try {
    secrets.unseal(use, id, sealed);
    return true;
  } catch {
    return false;
  }
}

const toResealed = (secrets: Secrets, [use]: Entry, { id, sealed }: SealedRow) => ({
  id,
  sealed,
  resealed: secrets.reseal(use, id, sealed) ?? sealed,
});

async function replace(db: Queryable, entry: Entry, values: readonly ReturnType<typeof toResealed>[]): Promise<number> {
  if (values.length === 0) return 0;
  const list = (name: "id" | "sealed" | "resealed") => sql`${sql.param(values.map((value) => value[name]))}::text[]`;
  const { rowCount } = await db.execute(sql`
    update ${table(entry)} as old set ${column(entry)} = value.resealed
    from unnest(${list("id")}, ${list("sealed")}, ${list("resealed")}) as value (id, sealed, resealed)
    where old.${rowId(entry)} = value.id and old.${column(entry)} = value.sealed`);
  return rowCount ?? 0;
}

async function giveUp(db: Queryable, entry: Entry, rows: readonly SealedRow[]): Promise<void> {
  const change = {
    "delete-row": sql`delete from ${table(entry)}`,
    "set-null": sql`update ${table(entry)} set ${column(entry)} = null`,
    "set-empty": sql`update ${table(entry)} set ${column(entry)} = ''`,
  }[entry[1].whenLost];
  await db.execute(sql`${change} where ${rowId(entry)} = any(${sql.param(rows.map(({ id }) => id))}::text[])`);
}
