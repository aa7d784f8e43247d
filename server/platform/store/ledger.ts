import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "./database.ts";

/** A position in the hash chain. Noted elsewhere, it later proves that nothing before it was rewritten. */
export interface ChainLink {
  seq: number;
  hash: string;
}

export interface LedgerReport {
  rows: number;
  /** The last link; undefined for an empty chain. */
  head?: ChainLink;
  /** The first faults, a sentence each: rewritten, removed or inserted rows. */
  faults: string[];
  /** Set when the chain starts after an archive. */
  archived?: ArchivedChain;
}

/** The last link of an archive, which holds the rows of the months before `before` (2025-04). */
export interface ArchivedChain extends ChainLink {
  before: string;
}

interface ChainRow extends Record<string, unknown> {
  seq: string;
  source: string;
  row_id: string;
  hash: string;
  /** The hash that the row should have; null when the row is gone. */
  expected: string | null;
}

/** The ledgers, each with its key column. Never rename their columns: the hash chain covers the names. */
export const ledgers = { state_ledger: "id", audit_log: "seq", order_ledger: "id" } as const;
/** The audit event of an archive: `link`, `hash`, `before`. */
export const archivedEvent = "ledger-archived";
const batch = 5000;
const maxFaults = 20;

/**
 * Follows the hash chain from its start, or from the end of an archive, and hashes every ledger row again. A rewritten
 * row breaks its link. A chain that was rewritten as a whole does not fit `known`, a link that was noted elsewhere.
 */
export async function checkLedger(tx: Queryable, known?: ChainLink): Promise<LedgerReport> {
  await tx.execute(sql`set local timezone = 'UTC'`);
  await tx.execute(sql`set local statement_timeout = 0`);
  // Every row is read. For tables without statistics the planner expects few rows and picks a nested loop.
  await tx.execute(sql`set local enable_nestloop = off`);
  const faults: string[] = [];
  const archived = await findArchived(tx);
  let head: ChainLink = archived ?? { seq: 0, hash: "" };
  if (archived) faults.push(...(await checkArchiveLink(tx, archived, known)));
  for (;;) {
    const rows = await readLinks(tx, head);
    for (const row of rows) {
      const seq = Number(row.seq);
      const place = `${row.source} ${row.row_id} (link ${seq})`;
      if (seq !== head.seq + 1) faults.push(`links ${head.seq + 1} to ${seq - 1} are missing`);
      else if (row.expected === null) faults.push(`${place} was removed`);
      else if (row.expected !== row.hash) faults.push(`${place} is not what was written`);
      head = { seq, hash: row.hash };
      if (known?.seq === seq && known.hash !== row.hash) faults.push(`link ${seq} differs from the noted one`);
    }
    if (rows.length < batch || faults.length >= maxFaults) break;
  }
  if (known && known.seq > head.seq) faults.push(`the chain ends at ${head.seq}, before the link that was noted`);
  faults.push(...(await listUnlinked(tx, archived)), ...(await listStateMismatches(tx, archived)));
  return {
    rows: head.seq - (archived?.seq ?? 0),
    ...(head.seq > 0 && { head }),
    ...(archived && { archived }),
    faults: faults.slice(0, maxFaults),
  };
}

/** The newest archive in the audit log. Its line is chained after the archived links. */
async function findArchived(tx: Queryable): Promise<ArchivedChain | undefined> {
  const { rows } = await tx.execute<{ seq: string; hash: string; before: string }>(sql`
    select detail->>'link' as seq, detail->>'hash' as hash, detail->>'before' as before from audit_log
    where event = ${archivedEvent} order by (detail->>'link')::bigint desc limit 1`);
  return rows[0] && { ...rows[0], seq: Number(rows[0].seq) };
}

/** Faults where the chain does not continue the archive, or where the archive hides the noted link. */
async function checkArchiveLink(tx: Queryable, { seq, hash }: ArchivedChain, known?: ChainLink): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await tx.execute<{ hash: string }>(sql`select hash from ledger_chain where seq = ${seq}`);
  if (rows[0]?.hash !== hash) faults.push(`link ${seq}, at which the archive ends, has another hash`);
  if (known && known.seq < seq) faults.push(`link ${known.seq} is in an archive: check it there`);
  if (known?.seq === seq && known.hash !== hash) faults.push(`link ${seq} differs from the noted one`);
  return faults;
}

/** The next links, each with the hash that it should have after the link before it. */
async function readLinks(tx: Queryable, after: ChainLink): Promise<ChainRow[]> {
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

/** The rows that the links of `c` name. Bounded by key, so that not every month is read for each batch. */
export function linkedRows(ledger: keyof typeof ledgers): SQL {
  const bound = (which: "min" | "max") => sql`(select ${sql.raw(which)}(row_id) from c where source = ${ledger})`;
  const key = sql.identifier(ledgers[ledger]);
  return sql`select * from ${sql.identifier(ledger)} where ${key} between ${bound("min")} and ${bound("max")}`;
}

/** Rows without a link: inserted while the triggers were off, or left behind by an archive. */
async function listUnlinked(tx: Queryable, archived: ArchivedChain | undefined): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, key] of Object.entries(ledgers)) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select l.${sql.identifier(key)} as id from ${sql.identifier(table)} l
      where not exists (select 1 from ledger_chain c where c.seq > ${archived?.seq ?? 0} and c.source = ${table} and c.row_id = l.${sql.identifier(key)})
      order by 1 limit ${maxFaults}`);
    faults.push(...rows.map(({ id }) => `${table} ${id} has no link`));
  }
  return faults;
}

/**
 * Orders, refunds and transactions whose state differs from their last ledger row. Skips rows older than an archive's
 * end.
 */
async function listStateMismatches(tx: Queryable, archived: ArchivedChain | undefined): Promise<string[]> {
  const since = archived ? sql`${`${archived.before}-01`}::timestamptz` : sql`'-infinity'::timestamptz`;
  const { rows } = await tx.execute<{ what: string }>(sql`
    with last_of_order as materialized (
      select distinct on (order_id, refund_id) order_id, refund_id, to_status, amount_minor from order_ledger order by order_id, refund_id, id desc
    ), last_of_transaction as (
      select distinct on (transaction_id) transaction_id, to_state from state_ledger where item is null order by transaction_id, id desc
    )
    (select 'order ' || o.id as what from orders o left join last_of_order l on l.order_id = o.id and l.refund_id is null
      where (l.to_status, l.amount_minor) is distinct from (o.status, o.amount_minor) and (l.order_id is not null or o.created_at >= ${since}) limit ${maxFaults})
    union all
    (select 'refund ' || r.id from refunds r left join last_of_order l on l.order_id = r.order_id and l.refund_id = r.id
      where (l.to_status, l.amount_minor) is distinct from (r.status, r.amount_minor) and (l.order_id is not null or r.created_at >= ${since}) limit ${maxFaults})
    union all
    (select 'transaction ' || t.id from transactions t join last_of_transaction l on l.transaction_id = t.id
      where l.to_state is distinct from t.state limit ${maxFaults})`);
  return rows.map(({ what }) => `${what} has another state than its ledger`);
}

/** Makes the tables of this month and the next three, before any row needs them. */
export async function makeLedgerMonths(db: Queryable): Promise<void> {
  await db.execute(sql`select make_ledger_months()`);
}

/**
 * Returns whether the present role could rewrite the ledgers, as their owner or as a superuser. Always true for an
 * embedded database.
 */
export async function canRewriteLedgers(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(sql`
    select bool_or(pg_has_role(c.relowner, 'usage') or has_table_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete')) as may
    from pg_class c where c.oid in ('ledger_chain'::regclass, 'state_ledger'::regclass, 'audit_log'::regclass, 'order_ledger'::regclass)
      or c.relnamespace = 'ledger_months'::regnamespace and c.relkind = 'r'`);
  return rows[0]?.may ?? true;
}
