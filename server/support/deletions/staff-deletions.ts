import { sql, type SQL } from "drizzle-orm";
import type { Deletion, DeletionList, DeletionState } from "#engine/core/scope/shapes/deletions.ts";
import { getCatalogue, toOrganisationName } from "#server/config/release.ts";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import { readCursor, writeCursor } from "#server/platform/cursor.ts";
import { maskMobile } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { StoredRetention } from "#server/platform/store/tables/deletions.ts";
import type { Services } from "#server/services.ts";
import { writeStaffAudit } from "#server/staff/staff-tools.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { loadTransaction, readNow } from "#server/wallet/transactions/load.ts";
import { listContacts } from "./contacts.ts";
import { findWaits, listForms, lockForms } from "./deletion-guard.ts";
import { closeWallet } from "./erase-account.ts";
import { toLists, toRetention } from "./retention.ts";

interface Keys {
  orgId: string;
  deletionId: string;
}

interface Row extends Record<string, unknown> {
  id: string;
  candidate_id: string;
  org_id: string;
  display_name: string;
  mobile: string | null;
  state: DeletionState;
  requested_at: Date | string;
  requested_text: string;
  decided_at: Date | string | null;
  staff_id: string | null;
  staff_name: string | null;
  reason: string | null;
  kept: StoredRetention[] | null;
  erased_at: Date | string | null;
}

const iso = (at: Date | string): string => new Date(at).toISOString();

const readRequests = (rest: SQL): SQL => sql`
  select r.id, r.candidate_id, r.org_id, c.display_name, coalesce(c.mobile, c.former_mobile) as mobile, r.state,
    r.requested_at, r.requested_at::text as requested_text, r.decided_at, r.staff_id, s.display_name as staff_name,
    r.reason, r.kept, r.erased_at
  from deletion_requests r join candidates c on c.id = r.candidate_id left join staff s on s.id = r.staff_id ${rest}`;

/**
 * A page of the requests of an organisation: the open ones with the oldest first, or all with the newest first. `after`
 * is the `next` of the page before. Throws 400 for a cursor of another form.
 */
export async function listDeletions(
  { db }: Pick<Services, "db">,
  orgId: string,
  { show, after, count }: { show: "open" | "all"; after?: string | undefined; count: number },
): Promise<DeletionList> {
  const isOpen = show === "open";
  const conditions = [
    sql`r.org_id = ${orgId}`,
    ...(isOpen ? [sql`r.state in ('open', 'approved')`] : []),
    ...(after === undefined ? [] : [toAfter(after, isOpen)]),
  ];
  const order = isOpen ? sql`r.requested_at, r.id` : sql`r.requested_at desc, r.id desc`;
  const { rows } = await db.execute<Row>(
    readRequests(sql`where ${sql.join(conditions, sql` and `)} order by ${order} limit ${count + 1}`),
  );
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return {
    list: page.map(toListed),
    ...(rows.length > count && last && { next: writeCursor([last.requested_text, last.id]) }),
  };
}

/** A request with what a decision needs. Throws 404, also for a request that another organisation decides. */
export async function readDeletion(
  services: Pick<Services, "db" | "config">,
  keys: Keys,
  messages: MessageTexts,
): Promise<Deletion> {
  const { db, config } = services;
  const row = await getRequest(db, keys);
  const { candidate_id: candidateId, org_id: orgId } = row;
  const stored = row.kept ?? (await toRetention(services, db, { candidateId, orgId, now: await readNow(db) }));
  const waits = row.state === "open" ? await findWaits(services, db, candidateId) : [];
  const toText = (wait: (typeof waits)[number]) => messages.formatRefusal(wait.refusal).message;
  const reasons = getReasons(services, orgId);
  const forms = await Promise.all((await listForms(db, candidateId)).map((id) => loadTransaction(db, id)));
  return {
    ...toListed(row),
    ...(row.decided_at !== null && { decidedAt: iso(row.decided_at) }),
    ...(row.staff_id !== null && { decidedBy: { id: row.staff_id, displayName: row.staff_name ?? "" } }),
    ...(row.erased_at !== null && { erasedAt: iso(row.erased_at) }),
    ...(row.reason !== null && { reason: messages.translate(english(reasons[row.reason]?.text ?? row.reason)) }),
    ...(waits[0] && { waitsFor: toText(waits[0]) }),
    formList: forms.map(({ row: { id, orgId: formOrgId, formId, state }, definitions }) => {
      const wait = waits.find(({ loaded }) => loaded.row.id === id);
      return {
        txnId: id,
        formId,
        name: english(definitions.request(formId).name),
        organisation: toOrganisationName(config, formOrgId),
        state,
        ...(wait && { waitsFor: toText(wait) }),
      };
    }),
    reasonList: Object.entries(reasons).map(([value, { text }]) => ({
      value,
      name: messages.translate(english(text)),
    })),
    ...toLists(services, orgId, stored, messages),
  };
}

/**
 * Approves an open request: the candidate is signed out and the number is free, and a job deletes the data. Throws 404,
 * 409 (109) when a colleague decided it, or while a payment, a verification or an evaluation runs.
 */
export async function approveDeletion(services: Services, keys: Keys, staffId: string): Promise<void> {
  const ended = await transact(services.db, async (tx) => {
    const { candidate_id: candidateId } = await lockOpen(tx, keys);
    await lockForms(services, tx, candidateId);
    await decide(tx, keys, { state: "approved", staffId });
    return closeWallet(services, tx, { candidateId, deletionId: keys.deletionId });
  });
  for (const sessionId of ended) services.sessions.forget(sessionId);
}

/** Refuses an open request; the candidate gets a message with the reason. Throws 404, 409 (109), 422 (106). */
export async function refuseDeletion(
  services: Services,
  keys: Keys,
  { staffId, reason }: { staffId: string; reason: string },
): Promise<void> {
  const chosen = getReasons(services, keys.orgId)[reason];
  if (!chosen) throw invalidField("/reason", "enum", "reason-not-known");
  await transact(services.db, async (tx) => {
    const { candidate_id: candidateId } = await lockOpen(tx, keys);
    await decide(tx, keys, { state: "refused", staffId, reason });
    const values = { reason: { text: english(chosen.text) } };
    const now = await readNow(tx);
    await writeNotification(tx, { candidateId, key: "deletion-refused", values, about: {}, orgId: keys.orgId, now });
    const { locale, list } = await listContacts(tx, candidateId);
    const { title, description } = services
      .findMessageTexts(locale, keys.orgId)
      .formatNotice("deletion-refused", values);
    for (const contact of list)
      await services.outbox.write(tx, {
        ...contact,
        dedupKey: `deletion:${keys.deletionId}:refused:${contact.channel}:${contact.to}`,
        ...(contact.channel === "email" && { subject: title }),
        text: description,
      });
  });
  services.outbox.flushSoon();
}

const getReasons = ({ config }: Pick<Services, "config">, orgId: string) => {
  const { organisations, defaultOrgId } = config.current();
  return getCatalogue((organisations.get(orgId) ?? organisations.get(defaultOrgId))!, "reasons").deletion;
};

async function getRequest(db: Queryable, { orgId, deletionId }: Keys, lock: SQL = sql``): Promise<Row> {
  const { rows } = await db.execute<Row>(readRequests(sql`where r.id = ${deletionId} and r.org_id = ${orgId} ${lock}`));
  if (!rows[0]) throw notFound("deletion");
  return rows[0];
}

/** Two people wait for each other here; the second one finds it decided. */
async function lockOpen(tx: Queryable, keys: Keys): Promise<Row> {
  const row = await getRequest(tx, keys, sql`for update of r`);
  if (row.state !== "open") throw new WalletError("stateConflict", withReason("deletion-decided"));
  return row;
}

async function decide(
  tx: Queryable,
  { orgId, deletionId }: Keys,
  { state, staffId, reason }: { state: "approved" | "refused"; staffId: string; reason?: string },
): Promise<void> {
  await tx.execute(sql`
    update deletion_requests set state = ${state}, decided_at = app_now(), staff_id = ${staffId}, reason = ${reason ?? null}
    where id = ${deletionId}`);
  await writeStaffAudit(tx, `deletion-${state}`, {
    staffId,
    orgId,
    deletionId,
    ...(reason !== undefined && { reason }),
  });
}

const toListed = (row: Row) => ({
  deletionId: row.id,
  displayName: row.display_name,
  mobile: maskMobile(row.mobile ?? ""),
  state: row.state,
  requestedAt: iso(row.requested_at),
});

function toAfter(cursor: string, isAscending: boolean): SQL {
  const [at, id] = readCursor(cursor, 2);
  const than = sql`(${at}::timestamptz, ${id})`;
  return isAscending ? sql`(r.requested_at, r.id) > ${than}` : sql`(r.requested_at, r.id) < ${than}`;
}
