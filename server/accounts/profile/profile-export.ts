import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";

/** Columns by which a table tells whose its rows are, the nearest first: the candidate, or something of theirs, of that table. */
const leads: readonly { column: string; of?: string }[] = [
  { column: "candidate_id" },
  { column: "transaction_id", of: "transactions" },
  { column: "order_id", of: "orders" },
  { column: "credential_id", of: "credentials" },
  { column: "link_id", of: "credential_links" },
];
/** Keys and hashes are ours, not the candidate's data; they would only help a thief. */
const withheld = /(^|_)(hash|hmac|sealed\w*|limit_key|holder_key)$/;
const internal = ["otp_codes", "refresh_tokens"];
/** Of one table: more than a person comes by, and no more than an answer can hold. */
const maxRows = 20_000;

/**
 * Everything kept about a candidate, by table: each table that leads to them is in it, so a new one cannot be forgotten.
 * `left_out` says of how many rows it is not, by table, where one has more than an answer holds.
 */
export async function exportCandidate(db: Queryable, candidateId: string): Promise<Record<string, unknown>> {
  const own = await db.execute(sql`select * from candidates where id = ${candidateId}`);
  const result: Record<string, unknown> = { candidate: withoutSecrets(own.rows[0] ?? {}) };
  const leftOut: Record<string, number> = {};
  for (const { name, columns } of await readTables(db)) {
    const lead = leads.find(({ column }) => columns.includes(column));
    if (!lead || internal.includes(name)) continue;
    const from = sql`from ${sql.identifier(name)} where ${toOwned(lead, candidateId)}`;
    const { rows } = await db.execute(sql`select * ${from} limit ${maxRows}`);
    result[name] = rows.map(withoutSecrets);
    if (rows.length < maxRows) continue;
    const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count ${from}`);
    const more = Number(counted.rows[0]?.count) - rows.length;
    if (more > 0) leftOut[name] = more;
  }
  return Object.keys(leftOut).length === 0 ? result : { ...result, left_out: leftOut };
}

/** The tables that lead to anybody, each with the columns by which it does. */
async function readTables(db: Queryable): Promise<{ name: string; columns: string[] }[]> {
  const named = sql.join(
    leads.map(({ column }) => sql`${column}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and column_name in (${named}) group by table_name order by table_name`);
  return rows;
}

function toOwned({ column, of }: (typeof leads)[number], candidateId: string): SQL {
  if (of === undefined) return sql`${sql.identifier(column)} = ${candidateId}`;
  return sql`${sql.identifier(column)} in (select id from ${sql.identifier(of)} where candidate_id = ${candidateId})`;
}

function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !withheld.test(column)));
}
