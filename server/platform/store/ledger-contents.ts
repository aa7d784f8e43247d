import { sql, type SQL } from "drizzle-orm";
import { deletionCause, migrationCause } from "../ledger-cause.ts";
import type { Queryable } from "./database.ts";

/*
 * Compares submissions, names and files with their hashes in the ledger (`content_hash` in functions.sql). Each
 * statement sees rows and ledger of one moment, so a server may work meanwhile.
 */

/** What a hash in the ledger is of. */
type Part = "submission" | "file" | "presentation" | "holder" | "details";

interface Difference extends Record<string, unknown> {
  transaction_id: string;
  part: Part;
  verification: string;
  subject: string;
  file_id: string | null;
  /** Set for a change between two rows of the ledger: when the later one was written. */
  until: string | null;
  /** Empty: there was none. */
  recorded: string;
  present: string;
}

const maxFaults = 20;

/**
 * Sentences about each content that differs from the ledger. `since` is the first month in the database when older ones
 * are in an archive (2025-04): what only they record is not compared.
 */
export async function listContentFaults(tx: Queryable, since?: string): Promise<string[]> {
  await tx.execute(sql`set local statement_timeout = 0`);
  const from = since === undefined ? sql`'-infinity'::timestamptz` : sql`${`${since}-01T00:00:00Z`}::timestamptz`;
  const faults = [
    ...(await listMadeByHand(tx)),
    ...(await listReplaced(tx)),
    ...(await listDifferent(tx, from)),
    ...(await listGoneTransactions(tx)),
    ...(await listNames(tx)),
  ];
  return faults.slice(0, maxFaults);
}

/** An operation names itself. What has no name, since there are hashes, was not changed by the server. */
async function listMadeByHand(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.execute<{ transaction_id: string; item: string | null; from: string; to: string }>(sql`
    select transaction_id, item, from_state as from, to_state as to from state_ledger
    where content is null and moved_by = 'unknown' and item is distinct from '#evaluation'
      and id > (select min(id) from state_ledger where content is not null)
    order by id limit ${maxFaults}`);
  return rows.map(
    ({ transaction_id: id, item, from, to }) =>
      `transaction ${id}: the state of ${item ?? "the transaction"} was changed by hand, from ${from} to ${to}`,
  );
}

/** A row of the ledger that may have other data than the row before: a new, edited, repaired or removed submission. */
const isEdit = sql`(l.from_state = 'NOT_INITIALIZED' or l.to_state = 'NOT_INITIALIZED'
  or (l.from_state = l.to_state and (l.from_state = 'DATA_SAVED' or l.moved_by in (${migrationCause}, ${deletionCause})))
  or (l.from_state = 'INSUFFICIENT_DATA' and l.to_state = 'SUBMITTED'))`;

const isInfected = (fileId: SQL): SQL =>
  sql`exists (select 1 from audit_log a where a.event = 'file-infected' and a.detail->>'file' = ${fileId})`;

const isDeleted = (transactionId: SQL): SQL =>
  sql`exists (select 1 from audit_log a where a.event = 'transaction-deleted' and a.detail->>'transactionId' = ${transactionId})`;

/** Each hash in the ledger, with its row. */
const recorded = sql`
  select l.id, l.transaction_id, l.moved_at, p.part, p.subject, p.file_id, p.value, p.may_change
  from state_ledger l cross join lateral (
    select 'submission' as part, l.item as subject, '' as file_id, l.content->>'data' as value, ${isEdit} as may_change
    union all select 'file', l.item, f.key, f.value, ${isEdit} or (f.value = '' and ${isInfected(sql`f.key`)})
      from jsonb_each_text(l.content->'files') f
    union all select 'presentation', l.item, '', l.content->>'presentation', l.to_state = 'COMPLETED'
    union all select 'holder', '', '', l.content->>'holder', false
    union all select 'details', '', '', l.content->>'details', false
  ) p where l.content is not null and p.value is not null`;

/** The same hashes of the present rows. */
const present = sql`
  select s.transaction_id, 'submission' as part, s.sub_type as subject, '' as file_id, c.content->>'data' as value, s.created_at
  from submissions s cross join lateral (select content_of(s) as content) c
  union all select s.transaction_id, 'file', s.sub_type, f.key, f.value, s.created_at
    from submissions s join transactions t on t.id = s.transaction_id
      cross join lateral jsonb_each_text(hash_files(t.content_salt, s.data)) f
  union all select i.transaction_id, 'presentation', i.name, '', content_of(i)->>'presentation', t.created_at
    from transaction_items i join transactions t on t.id = i.transaction_id
  union all select t.id, p.part, '', '', content_of(t)->>p.part, t.created_at
    from transactions t cross join (values ('holder'), ('details')) p(part) where t.holder_name is not null`;

/** Contents that changed between two rows of the ledger although the later one is no edit. */
async function listReplaced(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.execute<Difference>(sql`
    with hashes as (
      select r.*, lag(r.value) over (partition by r.transaction_id, r.part, r.subject, r.file_id order by r.id) as before
      from (${recorded}) r
    )
    select transaction_id, part, subject, file_id, before as recorded, value as present,
      to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until, ${verificationOf(sql`hashes`)} as verification
    from hashes where before <> value and not may_change order by id limit ${maxFaults}`);
  return rows.map(describe);
}

/** Contents that differ from the last row of the ledger about them. */
async function listDifferent(tx: Queryable, from: SQL): Promise<string[]> {
  const { rows } = await tx.execute<Difference>(sql`
    with newest as materialized (
      select distinct on (r.transaction_id, r.part, r.subject, r.file_id) r.* from (${recorded}) r
      order by r.transaction_id, r.part, r.subject, r.file_id, r.id desc
    ), last as materialized (
      -- A repair replaces files: those of its row count, and no earlier ones.
      select * from newest n where n.part <> 'file' or exists (select 1 from newest s
        where (s.transaction_id, s.part, s.subject, s.id) = (n.transaction_id, 'submission', n.subject, n.id))
    ), present as materialized (${present}), compared as (
      select transaction_id, part, subject, file_id, coalesce(l.value, '') as recorded, coalesce(p.value, '') as present,
        l.value is not null as is_recorded, p.created_at
      from last l full join present p using (transaction_id, part, subject, file_id)
    )
    select c.*, ${verificationOf(sql`c`)} as verification from compared c
    where c.recorded <> c.present
      -- What a deletion on request removed. Submissions stay without content, which the ledger records.
      and not (c.part in ('holder', 'details', 'presentation') and c.present = '' and ${isDeleted(sql`c.transaction_id`)})
      and exists (select 1 from transactions t where t.id = c.transaction_id)
      and case c.part
        when 'file' then exists (select 1 from present p where (p.transaction_id, p.part, p.subject) = (c.transaction_id, 'submission', c.subject))
          and exists (select 1 from last l where (l.transaction_id, l.part, l.subject) = (c.transaction_id, 'submission', c.subject) and l.value <> '')
          and not (c.present = '' and ${isInfected(sql`c.file_id`)})
        -- Rows without a hash are from before there were any.
        else c.is_recorded or (c.subject <> '' and c.created_at >= ${from}
          and not exists (select 1 from state_ledger l where l.transaction_id = c.transaction_id and l.item = c.subject)) end
    order by c.transaction_id, c.subject, c.part desc limit ${maxFaults}`);
  return rows.map(describe);
}

/** The verification of a submission; a removed one shows it in its id. */
const verificationOf = (row: SQL): SQL =>
  sql`coalesce((select s.verification_name from submissions s where s.transaction_id = ${row}.transaction_id and s.sub_type = ${row}.subject),
    regexp_replace(${row}.subject, '-[0-9]+$', ''))`;

function describe({ transaction_id: id, part, verification, subject, file_id: file, ...values }: Difference): string {
  const names: Readonly<Record<Part, string>> = {
    submission: `submission ${subject}`,
    file: `file ${file} of submission ${subject}`,
    presentation: "the presented credential",
    holder: "the name at submission",
    details: "owner, basic details or answers",
  };
  const effect = values.recorded === "" ? "added" : values.present === "" ? "gone" : "changed";
  const verb = effect === "gone" ? (part === "details" ? "are" : "is") : part === "details" ? "were" : "was";
  const until = values.until ? ` before ${values.until}, by no operation of the server` : "";
  return `transaction ${id}${verification && `, verification ${verification}`}: ${names[part]} ${verb} ${effect}${until}`;
}

/** Transactions with hashes but without a row, unless an operation deleted them. */
async function listGoneTransactions(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct l.transaction_id as id from state_ledger l
    where l.content is not null and not exists (select 1 from transactions t where t.id = l.transaction_id)
      and not ${isDeleted(sql`l.transaction_id`)}
    order by 1 limit ${maxFaults}`);
  return rows.map(({ id }) => `transaction ${id} is gone`);
}

/** Two servers may write a name and a state at the same moment: the state then has the former name. */
const sameMoment = sql`interval '1 minute'`;

/** Names that differ from the newest hash of a candidate, or that a transition found although nothing recorded them. */
async function listNames(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.execute<{ candidate_id: string; what: string; until: string | null }>(sql`
    with noted as materialized (
      select c.seq, a.candidate_id, a.detail->>'names' as value, a.detail->'files' as files, a.at
      from audit_log a join ledger_chain c on c.source = 'audit_log' and c.row_id = a.seq where a.event = 'names-recorded'
    ), found as materialized (
      select c.seq, t.candidate_id, l.content->>'names' as value, l.moved_at as at
      from state_ledger l join ledger_chain c on c.source = 'state_ledger' and c.row_id = l.id join transactions t on t.id = l.transaction_id
      where l.content is not null
    ), first as (
      select distinct on (candidate_id) candidate_id, value
      from (select candidate_id, value, seq from noted union all select candidate_id, value, seq from found) o order by candidate_id, seq
    ), last as (
      select distinct on (candidate_id) candidate_id, value, files
      from (select candidate_id, value, files, seq, 1 as rank from noted union all select candidate_id, value, null, seq, 2 from found) o
      order by candidate_id, rank, seq desc
    )
    (select f.candidate_id, 'changed' as what, to_char(min(f.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
      from found f join first b on b.candidate_id = f.candidate_id
      where f.value <> b.value and not exists (select 1 from noted n where n.candidate_id = f.candidate_id
        and ((n.seq < f.seq and n.value = f.value) or n.at between f.at - ${sameMoment} and f.at + ${sameMoment}))
      group by f.candidate_id limit ${maxFaults})
    union all (select l.candidate_id, 'changed', null from last l join candidates c on c.id = l.candidate_id
      where names_hash(c) <> l.value limit ${maxFaults})
    union all (select l.candidate_id, f.key, null from last l join candidates c on c.id = l.candidate_id
      cross join lateral jsonb_each_text(l.files) f
      where f.value <> coalesce(hash_files(c.content_salt, to_jsonb('/utility/api/1.0/files/' || f.key))->>f.key, '')
        and not ${isInfected(sql`f.key`)} limit ${maxFaults})
    union all (select distinct n.candidate_id, 'gone', null from noted n
      where not exists (select 1 from candidates c where c.id = n.candidate_id)
        and not exists (select 1 from audit_log a where a.event = 'candidate-deleted' and a.candidate_id = n.candidate_id) limit ${maxFaults})`);
  return rows.map(({ candidate_id: id, what, until }) => {
    if (what === "gone") return `candidate ${id} is gone`;
    if (what !== "changed") return `candidate ${id}: file ${what} of an identity document was changed or is gone`;
    const when = until ? ` before ${until}, by no operation of the server` : "";
    return `candidate ${id}: the name or an identity document was changed${when}`;
  });
}
