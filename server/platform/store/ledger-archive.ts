import { sql, type SQL } from "drizzle-orm";
import { writeAudit } from "../audit.ts";
import { inTransaction, type Database, type Queryable } from "./database.ts";
import {
  archivedEvent,
  canRewriteLedgers,
  checkLedger,
  ledgers,
  linkedRows,
  type Archived,
  type Link,
} from "./ledger.ts";

/** What was asked cannot be done; its message says why. */
export class CannotArchive extends Error {}

/** A link with its row, as a line of an archive has them; the text is what was hashed. */
export interface ArchivedRow {
  seq: number;
  source: string;
  hash: string;
  row: string;
}

/** Where an archive goes: `end` comes when all was written, and returns when it is safe. */
export interface ArchiveWriter {
  write(after: Link, rows: readonly ArchivedRow[]): Promise<void>;
  end(): Promise<void>;
}

/** The youngest months stay: candidates read in them when their transactions moved. */
const keptMonths = 12;
const batch = 5000;

type Ledger = keyof typeof ledgers;
const names = Object.keys(ledgers) as Ledger[];
const moments: Readonly<Record<Ledger, string>> = {
  state_ledger: "moved_at",
  audit_log: "at",
  order_ledger: "moved_at",
};

/**
 * Gives away the months before `before` (2025-04): every link up to the first row that is younger, in their order, to
 * `out`, and drops the months' tables. A line of the audit log says where the chain goes on. → undefined when nothing is
 * that old. Throws CannotArchive, also for a chain that is not whole.
 */
export async function archiveLedger(tx: Queryable, before: string, out: ArchiveWriter): Promise<Archived | undefined> {
  if (!(await canRewriteLedgers(tx)))
    throw new CannotArchive("Only the owner of the tables can archive: DATABASE_OWNER_URL names that role.");
  await assertOld(tx, before);
  const { faults, head, archived } = await checkLedger(tx);
  if (faults.length > 0) throw new CannotArchive(`What happened was rewritten: ${faults[0]}.`);
  const first = archived ?? { seq: 0, hash: "" };
  const end = Math.min(await findEnd(tx, before, first.seq), head?.seq ?? 0);
  if (end <= first.seq) return undefined;
  let last: Link = first;
  while (last.seq < end) {
    const rows = await readRows(tx, last.seq, end);
    await out.write(last, rows);
    last = rows.at(-1)!;
  }
  // All of them are looked for first: from the first that is taken out on, who moves something waits.
  const late = new Map<Ledger, string[]>();
  for (const ledger of names) late.set(ledger, await listLate(tx, ledger, before, end));
  await out.end();
  for (const [ledger, ids] of late) await takeOut(tx, ledger, before, ids);
  await writeAudit(tx, archivedEvent, null, { link: last.seq, hash: last.hash, before });
  return { seq: last.seq, hash: last.hash, before };
}

async function assertOld(tx: Queryable, before: string): Promise<void> {
  const { rows } = await tx.execute<{ newest: string; fits: boolean }>(sql`
    select to_char(newest, 'YYYY-MM') as newest, ${before} <= to_char(newest, 'YYYY-MM') as fits
    from (select (app_now() at time zone 'UTC') - ${keptMonths} * interval '1 month' as newest) n`);
  if (!rows[0]!.fits)
    throw new CannotArchive(`The last ${keptMonths} months stay: what was before ${rows[0]!.newest} can be archived.`);
}

/** The last link before the first that is of a kept month. */
async function findEnd(tx: Queryable, before: string, after: number): Promise<number> {
  const firsts = names.map(
    (
      ledger,
    ) => sql`(select min(c.seq) from ledger_chain c join ${sql.identifier(ledger)} l on l.${key(ledger)} = c.row_id
      where c.source = ${ledger} and c.seq > ${after} and l.${moment(ledger)} >= ${toMoment(before)})`,
  );
  const { rows } = await tx.execute<{ first: string | null }>(sql`select least(${sql.join(firsts, sql`, `)}) as first`);
  return rows[0]?.first ? Number(rows[0].first) - 1 : Number.MAX_SAFE_INTEGER;
}

const key = (ledger: Ledger): SQL => sql`${sql.identifier(ledgers[ledger])}`;
const moment = (ledger: Ledger): SQL => sql`${sql.identifier(moments[ledger])}`;
const toMoment = (month: string): SQL => sql`${`${month}-01T00:00:00Z`}::timestamptz`;

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

/** Rows of the months before that were linked after the end: their transaction outlasted the month. They stay. */
async function listLate(tx: Queryable, ledger: Ledger, before: string, end: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select l.${key(ledger)} as id from ${sql.identifier(ledger)} l join ledger_chain c on c.row_id = l.${key(ledger)}
    where c.source = ${ledger} and c.seq > ${end} and l.${moment(ledger)} < ${toMoment(before)}`);
  return rows.map(({ id }) => id);
}

/** Drops the months of a ledger of which something goes, and takes out what lies beside them, but for what is late. Nobody reads it or writes to it meanwhile. */
async function takeOut(tx: Queryable, ledger: Ledger, before: string, late: readonly string[]): Promise<void> {
  const other = toPlace(`${ledger}_other`);
  const isLate = sql`${key(ledger)} = any(${sql.param(late)}::bigint[])`;
  await tx.execute(sql`alter table ${other} disable trigger user`);
  for (const name of await listMonthsBefore(tx, ledger, before)) {
    const part = toPlace(name);
    const { rows } = await tx.execute<{ stays: boolean | null }>(sql`select bool_and(${isLate}) as stays from ${part}`);
    if (rows[0]!.stays) continue;
    await tx.execute(sql`alter table ${sql.identifier(ledger)} detach partition ${part}`);
    await tx.execute(sql`insert into ${other} select * from ${part} where ${isLate}`);
    await tx.execute(sql`drop table ${part}`);
  }
  await tx.execute(sql`delete from ${other} where ${moment(ledger)} < ${toMoment(before)} and not (${isLate})`);
  await tx.execute(sql`alter table ${other} enable trigger user`);
}

const toPlace = (name: string): SQL => sql`${sql.identifier("ledger_months")}.${sql.identifier(name)}`;

async function listMonthsBefore(tx: Queryable, ledger: Ledger, before: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'ledger_months'::regnamespace and relkind = 'r'
      and relname ~ ${`^${ledger}_\\d{4}_\\d{2}$`} and relname < ${`${ledger}_${before.replace("-", "_")}`} order by 1`);
  return rows.map(({ name }) => name);
}

/** Forgets the links that an archive has, some at a time; the last of them stays, the next is hashed after it. */
export async function forgetLinks(db: Database, { seq }: Link): Promise<void> {
  for (let isDone = false; !isDone;)
    isDone = await inTransaction(db, async (tx) => {
      await tx.execute(sql`alter table ledger_chain disable trigger user`);
      const { rowCount } = await tx.execute(sql`
        delete from ledger_chain where seq in (select seq from ledger_chain where seq < ${seq} order by seq limit ${batch})`);
      await tx.execute(sql`alter table ledger_chain enable trigger user`);
      return (rowCount ?? 0) < batch;
    });
}
