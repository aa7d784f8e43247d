import { sql } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";

/** Columns by which a table tells whose row it is. */
const ownerColumn = "candidate_id";
/** Tables of parts of a transaction belong to its candidate. */
const partColumn = "transaction_id";
/** Keys and hashes are ours, not the candidate's data; they would only help a thief. */
const withheld = /(^|_)(hash|hmac|sealed\w*|limit_key|holder_key)$/;
const internal = ["otp_codes", "refresh_tokens"];
const maxRows = 1000;

/** Everything kept about a candidate, by table: each table with an owner, or with parts of their transactions, is in it, so a new one cannot be forgotten. */
export async function exportCandidate(db: Queryable, candidateId: string): Promise<Record<string, unknown>> {
  const tables = await db.execute<{ table_name: string }>(sql`
    select table_name from information_schema.columns where table_schema = 'public' and column_name = ${ownerColumn} order by table_name`);
  const own = await db.execute(sql`select * from candidates where id = ${candidateId}`);
  const result: Record<string, unknown> = { candidate: withoutSecrets(own.rows[0] ?? {}) };
  for (const { table_name: name } of tables.rows) {
    if (internal.includes(name)) continue;
    const { rows } = await db.execute(
      sql`select * from ${sql.identifier(name)} where ${sql.identifier(ownerColumn)} = ${candidateId} limit ${maxRows}`,
    );
    result[name] = rows.map(withoutSecrets);
  }
  const parts = await db.execute<{ table_name: string }>(sql`
    select table_name from information_schema.columns as c where table_schema = 'public' and column_name = ${partColumn}
      and not exists (select 1 from information_schema.columns as o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = ${ownerColumn})
    order by table_name`);
  for (const { table_name: name } of parts.rows) {
    const { rows } = await db.execute(sql`
      select * from ${sql.identifier(name)} where ${sql.identifier(partColumn)} in (select id from transactions where ${sql.identifier(ownerColumn)} = ${candidateId}) limit ${maxRows}`);
    result[name] = rows.map(withoutSecrets);
  }
  return result;
}

function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !withheld.test(column)));
}
