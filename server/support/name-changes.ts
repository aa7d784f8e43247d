import { inArray, sql, type SQL } from "drizzle-orm";
import type { NameChange, NameChangeList } from "#engine/core/scope/shapes/name-changes.ts";
import { toPersonName } from "#engine/core/base/person-name.ts";
import { toPlainLines } from "#engine/core/base/text-input.ts";
import { renameCandidate } from "#server/accounts/profile/profile.ts";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import { findFileId } from "#server/files/storage/file-access.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { readCursor, writeCursor } from "#server/platform/cursor.ts";
import { maskMobile } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import type { Services } from "#server/services.ts";
import { announce, toReasonValue } from "#server/wallet/transactions/announcements.ts";
import { setTransitionCause } from "#server/wallet/transactions/apply-transition.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { assertAllowed } from "#server/wallet/transactions/guard.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";

type Listed = NameChangeList["list"][number];
type Decided = Exclude<NameChange["state"], "open">;
/** Keys of a request. The organisation is part of each statement. */
interface RequestKeys {
  orgId: string;
  requestId: string;
}
interface Row extends Record<string, unknown> {
  id: string;
  transaction_id: string;
  candidate_id: string;
  form_id: string;
  verification_name: string;
  name: string | null;
  former_name: string;
  is_proved: boolean;
  mobile: string | null;
  document_list: { label: string; url: string }[];
  state: NameChange["state"];
  reason: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | string | null;
  requested_at: Date | string;
  sort_text: string;
}

const columns = sql`n.id, n.transaction_id, t.candidate_id, t.form_id, n.verification_name, n.name, n.document_list,
  n.state, n.reason, n.decided_by, s.display_name as decided_by_name, n.decided_at, n.requested_at,
  coalesce(n.former_name, c.proved_name, c.display_name) as former_name, c.proved_name is not null as is_proved,
  coalesce(c.mobile, c.former_mobile) as mobile`;
const joined = sql`name_change_requests n join transactions t on t.id = n.transaction_id
  join candidates c on c.id = t.candidate_id left join staff s on s.id = n.decided_by`;

/**
 * A page of requests: the open ones, the oldest first, or decided ones, the newest decision first. `after` is the
 * `next` of the page before. Throws 400 for a cursor of another form.
 */
export async function listNameChanges(
  { db, config }: Pick<Services, "db" | "config">,
  orgId: string,
  state: NameChange["state"],
  { after, count }: { after?: string | undefined; count: number },
): Promise<NameChangeList> {
  const isOpen = state === "open";
  const sort = isOpen ? sql`n.requested_at` : sql`n.decided_at`;
  const { rows } = await db.execute<Row>(sql`
    select ${columns}, ${sort}::text as sort_text from ${joined}
    where t.org_id = ${orgId} and n.state = ${state} ${after === undefined ? sql`` : toAfter(after, sort, isOpen)}
    order by ${sort} ${isOpen ? sql`asc` : sql`desc`}, n.id limit ${count + 1}`);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return {
    list: page.map((row) => toListed(config, orgId, row)),
    ...(rows.length > count && last && { next: writeCursor([last.sort_text, last.id]) }),
  };
}

/** One request with its proof. Throws 404, also for another organisation's. */
export async function readNameChange(
  { db, config }: Pick<Services, "db" | "config">,
  keys: RequestKeys,
): Promise<NameChange> {
  const row = await findRow(db, keys);
  const { rows: counted } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from credentials k join transactions t on t.id = k.transaction_id
    where k.candidate_id = ${row.candidate_id} and t.org_id = ${keys.orgId} and k.revoked_at is null`);
  return {
    ...toListed(config, keys.orgId, row),
    isProved: row.is_proved,
    credentialCount: counted[0]!.count,
    documentList: await listProofs(db, row),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.decided_by !== null && { by: { id: row.decided_by, displayName: row.decided_by_name ?? "" } }),
  };
}

/** The owner of a proof of the request. Throws 404. */
export async function findProofOwner(
  db: Queryable,
  keys: RequestKeys,
  fileId: string,
): Promise<{ candidateId: string }> {
  const row = await findRow(db, keys);
  if (!row.document_list.some(({ url }) => findFileId(url) === fileId)) throw notFound("file");
  return { candidateId: row.candidate_id };
}

/**
 * Gives the candidate the name that the proof shows. Forms that were submitted and their credentials keep the former
 * one, because the verifier saw documents in that name. Throws 404, 422 for a text that is no name, and 409 (109) when
 * a colleague has decided.
 */
export async function approveNameChange(
  services: Services,
  keys: RequestKeys,
  { name: typed, staffId }: { name: string; staffId: string },
): Promise<NameChange> {
  const name = toPersonName(typed);
  if (name === undefined) throw invalidField("/name", "pattern", "name-letters-only");
  return decide(services, keys, {
    by: "name-changes.approve",
    state: "approved",
    notice: "name-change-approved",
    name,
    staffId,
  });
}

/** Refuses a request; the candidate reads why. Throws 404, 422 without one reason, and 409 (109) as above. */
export async function refuseNameChange(
  services: Services,
  keys: RequestKeys,
  { reason, text, staffId }: { reason?: string | undefined; text?: string | undefined; staffId: string },
): Promise<NameChange> {
  const own = toPlainLines(text ?? "");
  if (reason === undefined && own === "") throw invalidField("/text", "required", "give-reason");
  if (reason !== undefined && own !== "") throw invalidField("/text", "required", "give-reason");
  const readyMade = services.config.organisation(keys.orgId)?.get("reasons", "reasons")?.nameChange ?? {};
  if (reason !== undefined && !Object.hasOwn(readyMade, reason))
    throw invalidField("/reason", "enum", "reason-not-known");
  const stored = reason === undefined ? own : english(readyMade[reason]!.text);
  return decide(services, keys, {
    by: "name-changes.refuse",
    state: "refused",
    notice: "name-change-refused",
    reason: stored,
    staffId,
  });
}

interface NameDecision {
  by: "name-changes.approve" | "name-changes.refuse";
  state: Decided;
  notice: "name-change-approved" | "name-change-refused";
  name?: string;
  reason?: string;
  staffId: string;
}

async function decide(services: Services, keys: RequestKeys, decision: NameDecision): Promise<NameChange> {
  const { by, state, notice, name, reason, staffId } = decision;
  await transact(services.db, async (tx) => {
    await setTransitionCause(tx, by);
    const found = await findRow(tx, keys);
    // The lock of the transaction lets one of two colleagues decide; the other sees what is decided.
    const loaded = await lockTransactionById(tx, found.transaction_id);
    if (!loaded) throw notFound("transaction");
    assertAllowed(loaded, services, { by });
    const row = await findRow(tx, keys);
    // Another request of this form may be open.
    if (row.state !== "open") throw new WalletError("stateConflict", withReason("name-change-decided"));
    await tx.execute(sql`
      update name_change_requests set state = ${state}, name = coalesce(${name ?? null}, name),
        former_name = ${row.former_name}, reason = ${reason ?? null}, decided_by = ${staffId}, decided_at = app_now()
      where id = ${keys.requestId}`);
    if (name !== undefined) await renameCandidate(tx, row.candidate_id, name);
    const detail = { staffId, orgId: keys.orgId, requestId: keys.requestId, transactionId: row.transaction_id };
    await writeAudit(tx, notice, row.candidate_id, detail);
    await announce(
      tx,
      loaded,
      {
        notice,
        messages: true,
        key: `name:${keys.requestId}`,
        values: {
          ...(name !== undefined && { name }),
          ...(reason !== undefined && { reason: toReasonValue(reason) }),
        },
      },
      services,
    );
  });
  services.outbox.flushSoon();
  return readNameChange(services, keys);
}

async function findRow(db: Queryable, { orgId, requestId }: RequestKeys): Promise<Row> {
  const { rows } = await db.execute<Row>(sql`
    select ${columns}, '' as sort_text from ${joined} where n.id = ${requestId} and t.org_id = ${orgId}`);
  if (!rows[0]) throw notFound("name-request");
  return rows[0];
}

async function listProofs(db: Queryable, { document_list: list }: Row): Promise<NameChange["documentList"]> {
  const proofs = list.flatMap(({ label, url }) => {
    const fileId = findFileId(url);
    return fileId === undefined ? [] : [{ fileId, label }];
  });
  const rows = await db
    .select({
      fileId: files.id,
      fileName: files.fileName,
      type: files.contentType,
      sizeBytes: files.sizeBytes,
      scan: files.scan,
    })
    .from(files)
    .where(
      inArray(
        files.id,
        proofs.map(({ fileId }) => fileId),
      ),
    );
  return proofs.flatMap(({ fileId, label }) => {
    const row = rows.find((one) => one.fileId === fileId);
    if (!row) return [];
    const { scan, ...file } = row;
    return [{ ...file, label, ...(scan && { scan }) }];
  });
}

function toListed(config: Services["config"], orgId: string, row: Row): Listed {
  const organisation = config.organisation(orgId);
  return {
    id: row.id,
    txnId: row.transaction_id,
    formId: row.form_id,
    form: english(organisation?.get("request", row.form_id)?.name ?? row.form_id),
    verificationName: row.verification_name,
    label: english(organisation?.get("verification", row.verification_name)?.label ?? row.verification_name),
    mobile: maskMobile(row.mobile ?? ""),
    formerName: row.former_name,
    ...(row.name !== null && { name: row.name }),
    state: row.state,
    requestedAt: new Date(row.requested_at).toISOString(),
    ...(row.decided_at !== null && { decidedAt: new Date(row.decided_at).toISOString() }),
  };
}

function toAfter(cursor: string, sort: SQL, isAscending: boolean): SQL {
  const [at, id] = readCursor(cursor, 2);
  return isAscending
    ? sql`and (${sort}, n.id) > (${at}::timestamptz, ${id})`
    : sql`and (${sort} < ${at}::timestamptz or (${sort} = ${at}::timestamptz and n.id > ${id}))`;
}
