import { sql, type SQL } from "drizzle-orm";
import type { StaffFormList } from "#engine/core/scope/shapes/forms.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { notFound } from "#server/errors.ts";
import { readCursor, writeCursor } from "#server/platform/cursor.ts";
import { maskMobile } from "#server/platform/log.ts";
import { transact } from "#server/platform/store/database.ts";
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
import { lockTransactionById } from "#server/wallet/transactions/load.ts";

/** The columns of a listed form. */
export interface FormRow extends Record<string, unknown> {
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
  const { rows } = await db.execute<FormRow>(sql`
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

/** A form as listed. */
export function toListed(organisation: OrganisationRelease | undefined, row: FormRow): StaffFormList["list"][number] {
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
