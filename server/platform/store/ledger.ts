import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "./database.ts";

/** A place in the chain, to be noted outside: what was there then can be proved later. */
export interface Link {
  seq: number;
  hash: string;
}

export interface LedgerReport {
  rows: number;
  /** The last link; undefined where nothing was written yet. */
  head?: Link;
  /** What was rewritten, taken out or put in, as a sentence each; the first of them. */
  faults: string[];
  /** Where it begins, when what was before lies in an archive. */
  archived?: Archived;
}

/** What lies in an archive: every link up to this one, with the rows of the months before `before` (2025-04). */
export interface Archived extends Link {
  before: string;
}

interface ChainRow extends Record<string, unknown> {
  seq: string;
  source: string;
  row_id: string;
  hash: string;
  /** Null: the row is gone. Else what its hash has to be after `before`. */
  expected: string | null;
}

/** The ledgers, and the key of each. */
export const ledgers = { state_ledger: "id", audit_log: "seq", order_ledger: "id" } as const;
/** The line of the audit log about an archive: `link`, `hash`, `before`. */
export const archivedEvent = "ledger-archived";
const batch = 5000;
const toldMost = 20;

/**
 * Follows the chain from its beginning, or from where an archive ends, and hashes every row of the ledgers again. Whoever rewrites a row breaks its link;
 * whoever rewrites all links after it as well cannot make them pass by `known`, which was noted elsewhere.
 */
export async function checkLedger(tx: Queryable, known?: Link): Promise<LedgerReport> {
  await tx.execute(sql`set local timezone = 'UTC'`);
  await tx.execute(sql`set local statement_timeout = 0`);
  // All of it is read. Of tables that nobody has analysed yet the planner believes that a few rows come, and compares each with each.
  await tx.execute(sql`set local enable_nestloop = off`);
  const faults: string[] = [];
  const archived = await findArchived(tx);
  let head: Link = archived ?? { seq: 0, hash: "" };
  if (archived) faults.push(...(await listUnfit(tx, archived, known)));
  for (;;) {
    const rows = await readLinks(tx, head);
    for (const row of rows) {
      const seq = Number(row.seq);
      const place = `${row.source} ${row.row_id} (link ${seq})`;
      if (seq !== head.seq + 1) faults.push(`links ${head.seq + 1} to ${seq - 1} are missing`);
      else if (row.expected === null) faults.push(`${place} was taken out`);
      else if (row.expected !== row.hash) faults.push(`${place} is not what was written`);
      head = { seq, hash: row.hash };
      if (known?.seq === seq && known.hash !== row.hash) faults.push(`link ${seq} is another one than was noted`);
    }
    if (rows.length < batch || faults.length >= toldMost) break;
  }
  if (known && known.seq > head.seq) faults.push(`the chain ends at ${head.seq}, before the link that was noted`);
  faults.push(...(await listUnlinked(tx, archived)), ...(await listUntrue(tx, archived)));
  return {
    rows: head.seq - (archived?.seq ?? 0),
    ...(head.seq > 0 && { head }),
    ...(archived && { archived }),
    faults: faults.slice(0, toldMost),
  };
}

/** The newest archive that the audit log tells of; its line stands in the chain, behind what was archived. */
async function findArchived(tx: Queryable): Promise<Archived | undefined> {
  const { rows } = await tx.execute<{ seq: string; hash: string; before: string }>(sql`
    select detail->>'link' as seq, detail->>'hash' as hash, detail->>'before' as before from audit_log
    where event = ${archivedEvent} order by (detail->>'link')::bigint desc limit 1`);
  return rows[0] && { ...rows[0], seq: Number(rows[0].seq) };
}

/** Whether the chain goes on from the end of the archive, and what was noted can still be told here. */
async function listUnfit(tx: Queryable, { seq, hash }: Archived, known?: Link): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await tx.execute<{ hash: string }>(sql`select hash from ledger_chain where seq = ${seq}`);
  if (rows[0]?.hash !== hash) faults.push(`link ${seq}, at which the archive ends, is another one`);
  if (known && known.seq < seq) faults.push(`link ${known.seq} lies in an archive: it can be proved with that`);
  if (known?.seq === seq && known.hash !== hash) faults.push(`link ${seq} is another one than was noted`);
  return faults;
}

/** The next links, each with the hash that it should have after the one that stands before it. */
async function readLinks(tx: Queryable, after: Link): Promise<ChainRow[]> {
  const { rows } = await tx.execute<ChainRow>(sql`
    with c as materialized (select * from ledger_chain where seq > ${after.seq} order by seq limit ${batch})
    select c.seq, c.source, c.row_id, c.hash,
      chain_hash(coalesce(lag(c.hash) over (order by c.seq), ${after.hash}), c.source,
        coalesce(to_jsonb(s), to_jsonb(a), to_jsonb(o))) as expected
    from c
      left join (${linkedRows("state_ledger")}) s on c.source = 'state_ledger' and s.id = c.row_id
      left join (${linkedRows("audit_log")}) a on c.source = 'audit_log' and a.seq = c.row_id
      left join (${linkedRows("order_ledger")}) o on c.source = 'order_ledger' and o.id = c.row_id
    order by c.seq`);
  return rows;
}

/** The rows of a ledger that the links of `c` name, found by their keys: not by reading every month for every few links. */
export function linkedRows(ledger: keyof typeof ledgers): SQL {
  const bound = (which: "min" | "max") => sql`(select ${sql.raw(which)}(row_id) from c where source = ${ledger})`;
  const key = sql.identifier(ledgers[ledger]);
  return sql`select * from ${sql.identifier(ledger)} where ${key} between ${bound("min")} and ${bound("max")}`;
}

/** Rows that stand in no link: put in while the triggers were off, or left where an archive is said to have taken them out. */
async function listUnlinked(tx: Queryable, archived: Archived | undefined): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, key] of Object.entries(ledgers)) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select l.${sql.identifier(key)} as id from ${sql.identifier(table)} l
      where not exists (select 1 from ledger_chain c where c.seq > ${archived?.seq ?? 0} and c.source = ${table} and c.row_id = l.${sql.identifier(key)})
      order by 1 limit ${toldMost}`);
    faults.push(...rows.map(({ id }) => `${table} ${id} stands in no link`));
  }
  return faults;
}

/** What stands otherwise than the ledger says last. Of what was made before an archive's end nothing may be said here any more. */
async function listUntrue(tx: Queryable, archived: Archived | undefined): Promise<string[]> {
  const since = archived ? sql`${`${archived.before}-01`}::timestamptz` : sql`'-infinity'::timestamptz`;
  const { rows } = await tx.execute<{ what: string }>(sql`
    with last_of_order as materialized (
      select distinct on (order_id, refund_id) order_id, refund_id, to_status, amount_minor from order_ledger order by order_id, refund_id, id desc
    ), last_of_transaction as (
      select distinct on (transaction_id) transaction_id, to_state from state_ledger where item is null order by transaction_id, id desc
    )
    (select 'order ' || o.id as what from orders o left join last_of_order l on l.order_id = o.id and l.refund_id is null
      where (l.to_status, l.amount_minor) is distinct from (o.status, o.amount_minor) and (l.order_id is not null or o.created_at >= ${since}) limit ${toldMost})
    union all
    (select 'refund ' || r.id from refunds r left join last_of_order l on l.order_id = r.order_id and l.refund_id = r.id
      where (l.to_status, l.amount_minor) is distinct from (r.status, r.amount_minor) and (l.order_id is not null or r.created_at >= ${since}) limit ${toldMost})
    union all
    (select 'transaction ' || t.id from transactions t join last_of_transaction l on l.transaction_id = t.id
      where l.to_state is distinct from t.state limit ${toldMost})`);
  return rows.map(({ what }) => `${what} stands otherwise than its ledger says`);
}

/** Makes the tables of this month and of those that come, before anything is written for them. */
export async function makeLedgerMonths(db: Queryable): Promise<void> {
  await db.execute(sql`select make_ledger_months()`);
}

/** Whether the role that asks could rewrite the ledgers: their owner, or a superuser. Always so of an embedded database. */
export async function canRewriteLedgers(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(sql`
    select bool_or(pg_has_role(c.relowner, 'usage') or has_table_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete')) as may
    from pg_class c where c.oid in ('ledger_chain'::regclass, 'state_ledger'::regclass, 'audit_log'::regclass, 'order_ledger'::regclass)
      or c.relnamespace = 'ledger_months'::regnamespace and c.relkind = 'r'`);
  return rows[0]?.may ?? true;
}
