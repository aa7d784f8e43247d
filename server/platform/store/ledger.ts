import { sql } from "drizzle-orm";
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
}

interface ChainRow extends Record<string, unknown> {
  seq: string;
  source: string;
  row_id: string;
  hash: string;
  /** Null: the row is gone. Else what its hash has to be after `before`. */
  expected: string | null;
}

const ledgers = { state_ledger: "id", audit_log: "seq", order_ledger: "id" } as const;
const batch = 5000;
const toldMost = 20;

/**
 * Follows the chain from its beginning and hashes every row of the ledgers again. Whoever rewrites a row breaks its link;
 * whoever rewrites all links after it as well cannot make them pass by `known`, which was noted elsewhere.
 */
export async function checkLedger(tx: Queryable, known?: Link): Promise<LedgerReport> {
  await tx.execute(sql`set local timezone = 'UTC'`);
  const faults: string[] = [];
  let head: Link = { seq: 0, hash: "" };
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
  faults.push(...(await listUnlinked(tx)), ...(await listUntrue(tx)));
  return { rows: head.seq, ...(head.seq > 0 && { head }), faults: faults.slice(0, toldMost) };
}

/** The next links, each with the hash that it should have after the one that stands before it. */
async function readLinks(tx: Queryable, after: Link): Promise<ChainRow[]> {
  const { rows } = await tx.execute<ChainRow>(sql`
    select c.seq, c.source, c.row_id, c.hash,
      chain_hash(coalesce(lag(c.hash) over (order by c.seq), ${after.hash}), c.source,
        coalesce(to_jsonb(s), to_jsonb(a), to_jsonb(o))) as expected
    from (select * from ledger_chain where seq > ${after.seq} order by seq limit ${batch}) c
      left join state_ledger s on c.source = 'state_ledger' and s.id = c.row_id
      left join audit_log a on c.source = 'audit_log' and a.seq = c.row_id
      left join order_ledger o on c.source = 'order_ledger' and o.id = c.row_id
    order by c.seq`);
  return rows;
}

/** Rows that stand in no link: put in while the triggers were off. */
async function listUnlinked(tx: Queryable): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, key] of Object.entries(ledgers)) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select l.${sql.identifier(key)} as id from ${sql.identifier(table)} l
      where not exists (select 1 from ledger_chain c where c.source = ${table} and c.row_id = l.${sql.identifier(key)})
      order by 1 limit ${toldMost}`);
    faults.push(...rows.map(({ id }) => `${table} ${id} stands in no link`));
  }
  return faults;
}

/** What stands otherwise than the ledger says last. */
async function listUntrue(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.execute<{ what: string }>(sql`
    (select 'order ' || o.id as what from orders o
      left join lateral (select to_status, amount_minor from order_ledger where order_id = o.id and refund_id is null order by id desc limit 1) l on true
      where (l.to_status, l.amount_minor) is distinct from (o.status, o.amount_minor) limit ${toldMost})
    union all
    (select 'refund ' || r.id from refunds r
      left join lateral (select to_status, amount_minor from order_ledger where order_id = r.order_id and refund_id = r.id order by id desc limit 1) l on true
      where (l.to_status, l.amount_minor) is distinct from (r.status, r.amount_minor) limit ${toldMost})
    union all
    (select 'transaction ' || t.id from transactions t
      join lateral (select to_state from state_ledger where transaction_id = t.id and item is null order by id desc limit 1) l on true
      where l.to_state is distinct from t.state limit ${toldMost})`);
  return rows.map(({ what }) => `${what} stands otherwise than its ledger says`);
}

/** Whether the role that asks could rewrite the ledgers: their owner, or a superuser. Always so of an embedded database. */
export async function canRewriteLedgers(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(sql`
    select has_table_privilege('state_ledger', 'update') or pg_has_role(c.relowner, 'usage') as may
    from pg_class c where c.oid = 'state_ledger'::regclass`);
  return rows[0]?.may ?? true;
}
