import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";

const batch = 1000;

/** All tables, each after the tables that it refers to. */
export async function listTables(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; needs: string[] }>(sql`
    select c.relname as name, coalesce(array_agg(r.relname::text) filter (where r.relname is not null and r.oid <> c.oid), '{}') as needs
    from pg_class c
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
      left join pg_class r on r.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    group by c.relname order by c.relname`);
  const sorted: string[] = [];
  while (sorted.length < rows.length) {
    const ready = rows.filter(
      ({ name, needs }) => !sorted.includes(name) && needs.every((one) => sorted.includes(one)),
    );
    if (ready.length === 0) throw new Error("Tables refer to each other in a circle.");
    sorted.push(...ready.map(({ name }) => name));
  }
  return sorted;
}

/**
 * The rows of a table as lines of JSON, in batches. Use a repeatable read transaction. Values of `json` columns stay as
 * written, except line breaks between their parts.
 */
export async function* readRows(tx: Queryable, table: string): AsyncGenerator<{ text: string; count: number }> {
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select replace(row_to_json(t)::text, chr(10), ' ') as line from ${sql.identifier(table)} t`,
  );
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${batch} from backup_rows`));
    if (rows.length === 0) break;
    yield { text: rows.map(({ line }) => `${line}\n`).join(""), count: rows.length };
  }
  await tx.execute(sql`close backup_rows`);
}

/** Empties every table with triggers off: the restored rows were checked and chained when they were first written. */
export async function clearTables(tx: Queryable, tables: readonly string[]): Promise<void> {
  for (const table of tables) await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
  for (const { part } of await listMonthTables(tx)) await tx.execute(sql`alter table ${part} disable trigger user`);
  await tx.execute(sql`truncate ${sql.join(tables.map(sql.identifier), sql`, `)}`);
}

/** Inserts lines of `readRows`, including generated numbers. */
export async function writeRows(tx: Queryable, table: string, text: string): Promise<number> {
  const rows = `[${text.trimEnd().split("\n").join(",")}]`;
  const { rowCount } = await tx.execute(
    sql`insert into ${sql.identifier(table)} overriding system value select * from json_populate_recordset(null::${sql.identifier(table)}, ${rows}::json)`,
  );
  return rowCount ?? 0;
}

/** Sets the sequences to their last numbers, and turns the triggers on again. */
export async function endTables(tx: Queryable, tables: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ name: string; key: string; sequence: string }>(sql`
    select table_name as name, column_name as key, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = 'public' and (column_default like 'nextval(%' or is_identity = 'YES')`);
  for (const { name, key, sequence } of rows)
    await tx.execute(
      sql`select setval(${sequence}, greatest((select max(${sql.identifier(key)}) from ${sql.identifier(name)}), 1), exists (select 1 from ${sql.identifier(name)}))`,
    );
  for (const table of tables) await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
  for (const { part } of await listMonthTables(tx)) await tx.execute(sql`alter table ${part} enable trigger user`);
}

/** The month tables of the ledgers. Triggers of a partitioned table do not cover all triggers of its partitions. */
async function listMonthTables(tx: Queryable): Promise<{ part: SQL; month: string | undefined }[]> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'ledger_months'::regnamespace and relkind = 'r' order by 1`,
  );
  return rows.map(({ name }) => ({
    part: sql`${sql.identifier("ledger_months")}.${sql.identifier(name)}`,
    month: /_(\d{4})_(\d{2})$/.exec(name)?.slice(1).join("-"),
  }));
}

/** The months with ledger tables: `2026-01`. */
export async function listMonths(tx: Queryable): Promise<string[]> {
  return [...new Set((await listMonthTables(tx)).flatMap(({ month }) => month ?? []))];
}

export async function makeMonths(tx: Queryable, months: readonly string[]): Promise<void> {
  for (const month of months) await tx.execute(sql`select make_ledger_month(${`${month}-01`}::date)`);
}

/** The applied migrations. Rows fit only the schema of the same migrations. */
export async function readMigrations(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations order by id`);
  return rows.map(({ hash }) => hash);
}
