import { sql, type SQL } from "drizzle-orm";
import { writeAudit } from "../audit.ts";
import { inTransaction, type Database, type Queryable } from "./database.ts";
import {
  archivedEvent,
  canRewriteLedgers,
  checkLedger,
  ledgers,
  linkedRows,
  type ArchivedChain,
  type ChainLink,
} from "./ledger.ts";

/** The archive cannot be made; the message gives the reason. */
export class CannotArchive extends Error {}

/** A link and its row, as a line of an archive. `row` is the text that was hashed. */
export interface ArchivedRow {
  seq: number;
  source: string;
  hash: string;
  row: string;
}

/** The target of an archive. `end` is called after the last row, and returns when the file is safely stored. */
export interface ArchiveWriter {
  write(after: ChainLink, rows: readonly ArchivedRow[]): Promise<void>;
  end(): Promise<void>;
}

/** The last months stay, because candidates see the dates of their transitions. */
const retainedMonths = 12;
const batch = 5000;

type Ledger = keyof typeof ledgers;
const names = Object.keys(ledgers) as Ledger[];
const timeColumns: Readonly<Record<Ledger, string>> = {
  state_ledger: "moved_at",
  audit_log: "at",
  order_ledger: "moved_at",
};

/**
 * Archives the months before `before` (2025-04): writes every link before the first younger row to `out`, in order, and
 * drops the tables of those months. A line of the audit log records where the chain goes on. Returns undefined when no
 * row is that old. Throws CannotArchive, also when the chain is broken.
 */
export async function archiveLedger(
  tx: Queryable,
  before: string,
  out: ArchiveWriter,
): Promise<ArchivedChain | undefined> {
  if (!(await canRewriteLedgers(tx)))
    throw new CannotArchive("Only the owner of the tables can archive: DATABASE_OWNER_URL names that role.");
  await assertArchivable(tx, before);
  const { faults, head, archived } = await checkLedger(tx);
  if (faults.length > 0) throw new CannotArchive(`What happened was rewritten: ${faults[0]}.`);
  const first = archived ?? { seq: 0, hash: "" };
  const end = Math.min(await findEnd(tx, before, first.seq), head?.seq ?? 0);
  if (end <= first.seq) return undefined;
  let last: ChainLink = first;
  while (last.seq < end) {
    const rows = await readRows(tx, last.seq, end);
    await out.write(last, rows);
    last = rows.at(-1)!;
  }
  // Finds all late rows first: from the first removal on, every transition waits for this transaction.
  const late = new Map<Ledger, string[]>();
  for (const ledger of names) late.set(ledger, await listLate(tx, ledger, before, end));
  await out.end();
  for (const [ledger, ids] of late) await removeArchivedRows(tx, ledger, before, ids);
  await writeAudit(tx, archivedEvent, null, { link: last.seq, hash: last.hash, before });
  return { seq: last.seq, hash: last.hash, before };
}

async function assertArchivable(tx: Queryable, before: string): Promise<void> {
  const { rows } = await tx.execute<{ newest: string; fits: boolean }>(sql`
    select to_char(newest, 'YYYY-MM') as newest, ${before} <= to_char(newest, 'YYYY-MM') as fits
    from (select (app_now() at time zone 'UTC') - ${retainedMonths} * interval '1 month' as newest) n`);
  if (!rows[0]!.fits)
    throw new CannotArchive(
      `The last ${retainedMonths} months stay: what was before ${rows[0]!.newest} can be archived.`,
    );
}

/** The last link before the first link of a younger month. */
async function findEnd(tx: Queryable, before: string, after: number): Promise<number> {
  const firsts = names.map(
    (
      ledger,
    ) => sql`(select min(c.seq) from ledger_chain c join ${sql.identifier(ledger)} l on l.${key(ledger)} = c.row_id
      where c.source = ${ledger} and c.seq > ${after} and l.${timeColumn(ledger)} >= ${toTimestamp(before)})`,
  );
  const { rows } = await tx.execute<{ first: string | null }>(sql`select least(${sql.join(firsts, sql`, `)}) as first`);
  return rows[0]?.first ? Number(rows[0].first) - 1 : Number.MAX_SAFE_INTEGER;
}

const key = (ledger: Ledger): SQL => sql`${sql.identifier(ledgers[ledger])}`;
const timeColumn = (ledger: Ledger): SQL => sql`${sql.identifier(timeColumns[ledger])}`;
const toTimestamp = (month: string): SQL => sql`${`${month}-01T00:00:00Z`}::timestamptz`;

async function readRows(tx: Queryable, after: number, end: number): Promise<ArchivedRow[]> {
  const joined = names.map(
    (
      ledger,
    ) => sql`left join (select to_jsonb(l) as body, ${key(ledger)} as id from (${linkedRows(ledger)}) l) ${sql.identifier(`of_${ledger}`)}
      on c.source = ${ledger} and ${sql.identifier(`of_${ledger}`)}.id = c.row_id`,
  );
  const bodies = names.map((ledger) => sql`${sql.identifier(`of_${ledger}`)}.body`);
  const { rows } = await tx.execute<Omit<ArchivedRow, "seq"> & { seq: string }>(sql`
    with c as materialized (select * from ledger_chain where seq > ${after} and seq <= ${end} order by seq limit ${batch})
    select c.seq, c.source, c.hash, jsonb_strip_nulls(coalesce(${sql.join(bodies, sql`, `)}))::text as row
    from c ${sql.join(joined, sql` `)} order by c.seq`);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Rows of older months that were linked after the end, because their transaction outlasted the month. They stay. */
async function listLate(tx: Queryable, ledger: Ledger, before: string, end: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select l.${key(ledger)} as id from ${sql.identifier(ledger)} l join ledger_chain c on c.row_id = l.${key(ledger)}
    where c.source = ${ledger} and c.seq > ${end} and l.${timeColumn(ledger)} < ${toTimestamp(before)}`);
  return rows.map(({ id }) => id);
}

/**
 * Drops the month tables of a ledger and deletes old rows of its `_other` table, except late rows. Locks the ledger
 * meanwhile.
 */
async function removeArchivedRows(
  tx: Queryable,
  ledger: Ledger,
  before: string,
  late: readonly string[],
): Promise<void> {
  const other = toMonthTable(`${ledger}_other`);
  const isLate = sql`${key(ledger)} = any(${sql.param(late)}::bigint[])`;
  await tx.execute(sql`alter table ${other} disable trigger user`);
  for (const name of await listMonthsBefore(tx, ledger, before)) {
    const part = toMonthTable(name);
    const { rows } = await tx.execute<{ stays: boolean | null }>(sql`select bool_and(${isLate}) as stays from ${part}`);
    if (rows[0]!.stays) continue;
    await tx.execute(sql`alter table ${sql.identifier(ledger)} detach partition ${part}`);
    await tx.execute(sql`insert into ${other} select * from ${part} where ${isLate}`);
    await tx.execute(sql`drop table ${part}`);
  }
  await tx.execute(sql`delete from ${other} where ${timeColumn(ledger)} < ${toTimestamp(before)} and not (${isLate})`);
  await tx.execute(sql`alter table ${other} enable trigger user`);
}

const toMonthTable = (name: string): SQL => sql`${sql.identifier("ledger_months")}.${sql.identifier(name)}`;

async function listMonthsBefore(tx: Queryable, ledger: Ledger, before: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'ledger_months'::regnamespace and relkind = 'r'
      and relname ~ ${`^${ledger}_\\d{4}_\\d{2}$`} and relname < ${`${ledger}_${before.replace("-", "_")}`} order by 1`);
  return rows.map(({ name }) => name);
}

/** Deletes the links of an archive in batches. The last one stays, because the next link is hashed after it. */
export async function deleteArchivedLinks(db: Database, { seq }: ChainLink): Promise<void> {
  for (let isDone = false; !isDone;)
    isDone = await inTransaction(db, async (tx) => {
      await tx.execute(sql`alter table ledger_chain disable trigger user`);
      const { rowCount } = await tx.execute(sql`
        delete from ledger_chain where seq in (select seq from ledger_chain where seq < ${seq} order by seq limit ${batch})`);
      await tx.execute(sql`alter table ledger_chain enable trigger user`);
      return (rowCount ?? 0) < batch;
    });
}
