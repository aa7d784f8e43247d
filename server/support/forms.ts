import { sql, type SQL } from "drizzle-orm";
import type { StaffFormList, WholeStaffForm } from "#engine/core/scope/shapes/forms.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { fieldError, notFound, WalletError } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { readCursor, writeCursor } from "#server/platform/cursor.ts";
import { maskMobile } from "#server/platform/log.ts";
import { transact } from "#server/platform/store/database.ts";
import { changePermits } from "#server/platform/store/tables/change-permits.ts";
import type { Services } from "#server/services.ts";
import { announce } from "#server/wallet/transactions/announcements.ts";
import {
  applyTransition,
  restartIdleClock,
  setTransitionCause,
  syncTransactionState,
} from "#server/wallet/transactions/apply-transition.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { assertAllowed } from "#server/wallet/transactions/guard.ts";
import { loadTransaction, lockTransactionById, type ItemRow } from "#server/wallet/transactions/load.ts";

const dayMs = 24 * 3600 * 1000;

interface Row extends Record<string, unknown> {
  id: string;
  display_name: string;
  mobile: string | null;
  form_id: string;
  state: State;
  created_at: Date | string;
  created_text: string;
  updated_at: Date | string;
}

/**
 * A page of the forms of an organisation, the newest first. `find` is a mobile number or a txnId; `after` the `next` of
 * the page before. Throws 400 for a cursor of another form.
 */
export async function listForms(
  { db, config }: Pick<Services, "db" | "config">,
  orgId: string,
  { find, state }: { find?: string | undefined; state?: State | undefined },
  { after, count }: { after?: string | undefined; count: number },
): Promise<StaffFormList> {
  const conditions = [
    sql`t.org_id = ${orgId}`,
    ...(find === undefined ? [] : [toFound(find)]),
    ...(state === undefined ? [] : [sql`t.state = ${state}`]),
    ...(after === undefined ? [] : [toAfter(after)]),
  ];
  const { rows } = await db.execute<Row>(sql`
    select t.id, c.display_name, coalesce(c.mobile, c.former_mobile) as mobile, t.form_id, t.state,
      t.created_at, t.created_at::text as created_text, t.updated_at
    from transactions t join candidates c on c.id = t.candidate_id
    where ${sql.join(conditions, sql` and `)} order by t.created_at desc, t.id desc limit ${count + 1}`);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  const organisation = config.organisation(orgId);
  return {
    list: page.map((row) => toListed(organisation, row)),
    ...(rows.length > count && last && { next: writeCursor([last.created_text, last.id]) }),
  };
}

function toListed(organisation: OrganisationRelease | undefined, row: Row): StaffFormList["list"][number] {
  return {
    txnId: row.id,
    displayName: row.display_name,
    mobile: maskMobile(row.mobile ?? ""),
    formId: row.form_id,
    name: english(organisation?.get("request", row.form_id)?.name ?? row.form_id),
    state: row.state,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** One form with its verifications. Throws 404, also for another organisation's. */
export async function readForm(
  { db, config }: Pick<Services, "db" | "config">,
  { orgId, txnId }: { orgId: string; txnId: string },
): Promise<WholeStaffForm> {
  const { rows } = await db.execute<Row>(sql`
    select t.id, c.display_name, coalesce(c.mobile, c.former_mobile) as mobile, t.form_id, t.state, t.created_at,
      '' as created_text, t.updated_at
    from transactions t join candidates c on c.id = t.candidate_id where t.id = ${txnId} and t.org_id = ${orgId}`);
  if (!rows[0]) throw notFound("transaction");
  const { items, definitions, changePermits: permits } = await loadTransaction(db, txnId);
  return {
    ...toListed(config.organisation(orgId), rows[0]),
    verificationList: items.map((item) => ({
      verificationName: item.name,
      label: english(definitions.verification(item.name)?.label ?? item.name),
      state: item.state,
      isChangeable: isWithVerifier(item),
      ...(permits.has(item.name) && { changeUntil: permits.get(item.name)!.toISOString() }),
    })),
  };
}

const isWithVerifier = ({ submissions }: ItemRow): boolean =>
  submissions.some(({ state }) => state === "SUBMITTED" || state === "IN_PROGRESS");

/**
 * Lets the candidate change verifications of a submitted form for some days, and tells them. The permit ends by itself.
 * Throws 404, 409 (109) when the form is not with the verifier, 422 for a verification that is not.
 */
export async function allowChange(
  services: Services,
  keys: { orgId: string; txnId: string },
  { verificationList, days, staffId }: { verificationList: readonly string[]; days: number; staffId: string },
): Promise<WholeStaffForm> {
  await transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, keys.txnId);
    if (loaded?.row.orgId !== keys.orgId) throw notFound("transaction");
    assertAllowed(loaded, services, { by: "forms.allow-change" });
    const fields = verificationList.flatMap((name, index) =>
      loaded.items.some((item) => item.name === name && isWithVerifier(item))
        ? []
        : [fieldError(`/verificationList/${index}`, "enum", "nothing-to-change")],
    );
    if (fields.length > 0) throw new WalletError("invalid", { fields });
    const permit = { until: new Date(loaded.now.getTime() + days * dayMs), allowedBy: staffId, allowedAt: loaded.now };
    await tx
      .insert(changePermits)
      .values(verificationList.map((verificationName) => ({ transactionId: keys.txnId, verificationName, ...permit })))
      .onConflictDoUpdate({ target: [changePermits.transactionId, changePermits.verificationName], set: permit });
    const detail = { staffId, orgId: keys.orgId, transactionId: keys.txnId, days, of: verificationList.join(" ") };
    await writeAudit(tx, "change-allowed", loaded.row.candidateId, detail);
    const labels = verificationList.map((name) => loaded.definitions.verification(name)?.label ?? name);
    await announce(
      tx,
      loaded,
      {
        notice: "change-allowed",
        messages: true,
        key: `change-allowed:${loaded.now.getTime()}`,
        days,
        values: { verification: { list: labels.map((label) => ({ text: english(label) })) } },
      },
      services,
    );
  });
  services.outbox.flushSoon();
  return readForm(services, keys);
}

/**
 * Opens a closed form again in its former state. The idle time starts from here, and the candidate gets a message.
 * Throws 404 (104), 409 (109) when it is not closed or has expired.
 */
export async function reopenForm(
  services: Services,
  { orgId, txnId }: { orgId: string; txnId: string },
): Promise<{ state: State }> {
  const state = await transact(services.db, async (tx) => {
    await setTransitionCause(tx, "forms.reopen");
    const loaded = await lockTransactionById(tx, txnId);
    if (loaded?.row.orgId !== orgId) throw notFound("transaction");
    const to = await findFormerState(tx, txnId);
    assertAllowed(loaded, services, { by: "forms.reopen", to });
    await applyTransition(tx, loaded.row, to, loaded.now, restartIdleClock(loaded.now));
    const reopened = { ...loaded, row: { ...loaded.row, state: to } };
    await announce(
      tx,
      reopened,
      { notice: "form-reopened", messages: true, key: `reopened:${loaded.now.getTime()}` },
      services,
    );
    return (await syncTransactionState(tx, txnId, services)).row.state;
  });
  services.outbox.flushSoon();
  return { state };
}

/** The state before the form was closed. What was ready becomes pending first: its items decide. */
async function findFormerState(tx: Pick<Services["db"], "execute">, txnId: string): Promise<State> {
  const { rows } = await tx.execute<{ from_state: State }>(sql`
    select from_state from state_ledger where transaction_id = ${txnId} and item is null and to_state = 'CLOSED'
    order by id desc limit 1`);
  const former = rows[0]?.from_state ?? "PENDING";
  return former === "READY_TO_SUBMIT" ? "PENDING" : former;
}

/** By the number if it is one, else by the id of the form. */
function toFound(find: string): SQL {
  try {
    const { e164 } = parseMobile(find);
    return sql`(c.mobile = ${e164} or c.former_mobile = ${e164})`;
  } catch {
    return sql`t.id = ${find.trim()}`;
  }
}

function toAfter(cursor: string): SQL {
  const [at, id] = readCursor(cursor, 2);
  return sql`(t.created_at, t.id) < (${at}::timestamptz, ${id})`;
}
