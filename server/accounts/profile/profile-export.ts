import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";

/** Columns that link a table to its candidate, directly or through another table; the first match counts. */
const ownerColumns: readonly { column: string; of?: string }[] = [
  { column: "candidate_id" },
  { column: "transaction_id", of: "transactions" },
  { column: "order_id", of: "orders" },
  { column: "credential_id", of: "credentials" },
  { column: "link_id", of: "share_links" },
];
/** Keys and hashes are the installation's, not the candidate's data, and would help a thief. */
const secretColumns = /(^|_)(hash|hmac|sealed\w*|limit_key|holder_key|content(_salt)?)$/;
const internalTables = ["otp_codes", "refresh_tokens", "passkey_challenges", "pending_sign_ins", "case_notes"];
/** Rows per table: more than a person produces, and no more than a response can hold. */
const maxRows = 20_000;

/**
 * Everything stored about a candidate, by table. It includes each table that links to candidates, new ones too.
 * `left_out` counts the rows above `maxRows`, by table.
 */
export async function exportCandidate(db: Queryable, candidateId: string): Promise<Record<string, unknown>> {
  const own = await db.execute(sql`select * from candidates where id = ${candidateId}`);
  const result: Record<string, unknown> = { candidate: withoutSecrets(own.rows[0] ?? {}) };
  const leftOut: Record<string, number> = {};
  for (const { name, columns } of await readTables(db)) {
    const ownerColumn = ownerColumns.find(({ column }) => columns.includes(column));
    if (!ownerColumn || internalTables.includes(name)) continue;
    const from = sql`from ${sql.identifier(name)} where ${toOwned(ownerColumn, candidateId)}`;
    const { rows } = await db.execute(sql`select * ${from} limit ${maxRows}`);
    result[name] = rows.map(withoutSecrets);
    if (rows.length < maxRows) continue;
    const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count ${from}`);
    const more = Number(counted.rows[0]?.count) - rows.length;
    if (more > 0) leftOut[name] = more;
  }
  return Object.keys(leftOut).length === 0 ? result : { ...result, left_out: leftOut };
}

/** The tables that link to a candidate, each with its linking columns. */
async function readTables(db: Queryable): Promise<{ name: string; columns: string[] }[]> {
  const named = sql.join(
    ownerColumns.map(({ column }) => sql`${column}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and column_name in (${named}) group by table_name order by table_name`);
  return rows;
}

function toOwned({ column, of }: (typeof ownerColumns)[number], candidateId: string): SQL {
  if (of === undefined) return sql`${sql.identifier(column)} = ${candidateId}`;
  return sql`${sql.identifier(column)} in (select id from ${sql.identifier(of)} where candidate_id = ${candidateId})`;
}

function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !secretColumns.test(column)));
}
