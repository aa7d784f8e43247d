import { sql } from "drizzle-orm";
import type { WholeStaffForm } from "#engine/core/scope/shapes/forms.ts";
import { notFound } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { loadTransaction, type ItemRow, type LoadedTransaction } from "#server/wallet/transactions/load.ts";
import { maskEmail } from "#server/wallet/transactions/mask-email.ts";
import { toListed, type FormRow } from "./forms.ts";

/** One form with its verifications. Throws 404, also for another organisation's. */
export async function readForm(
  { db, config }: Pick<Services, "db" | "config">,
  { orgId, txnId }: { orgId: string; txnId: string },
): Promise<WholeStaffForm> {
  const { rows } = await db.execute<FormRow>(sql`
    select t.id, c.display_name, coalesce(c.mobile, c.former_mobile) as mobile, t.form_id, t.state, t.created_at,
      '' as created_text, t.updated_at
    from transactions t join candidates c on c.id = t.candidate_id where t.id = ${txnId} and t.org_id = ${orgId}`);
  if (!rows[0]) throw notFound("transaction");
  const loaded = await loadTransaction(db, txnId);
  const { items, definitions, changePermits: permits } = loaded;
  return {
    ...toListed(config.organisation(orgId), rows[0]),
    detailList: await listDetails(db, loaded, config.organisation(orgId)?.organisation),
    verificationList: items.map((item) => ({
      verificationName: item.name,
      label: english(definitions.verification(item.name)?.label ?? item.name),
      state: item.state,
      isChangeable: isWithVerifier(item),
      ...(permits.has(item.name) && { changeUntil: permits.get(item.name)!.toISOString() }),
    })),
  };
}

/** The verification has something that is with the verifier. */
export const isWithVerifier = ({ submissions }: ItemRow): boolean =>
  submissions.some(({ state }) => state === "SUBMITTED" || state === "IN_PROGRESS");

/** The basic details of the request, each with its email and the correction of it. */
async function listDetails(
  db: Queryable,
  { row, definitions, userInputs }: LoadedTransaction,
  organisation: unknown,
): Promise<WholeStaffForm["detailList"]> {
  const { rows } = await db.execute<{
    field_name: string;
    mailbox: string;
    reason: string;
    corrected_by: string;
    display_name: string | null;
    corrected_at: Date | string;
    confirmed_at: Date | string | null;
  }>(sql`
    select m.field_name, m.mailbox, m.reason, m.corrected_by, s.display_name, m.corrected_at, m.confirmed_at
    from mailbox_corrections m left join staff s on s.id = m.corrected_by where m.transaction_id = ${row.id}`);
  return (definitions.request(row.formId).basicDetails ?? []).map(({ fieldName, label }) => {
    const input = userInputs.find((one) => one.fieldName === fieldName);
    const found = rows.find((one) => one.field_name === fieldName);
    return {
      fieldName,
      label: english(label, organisation),
      ...(input && { value: input.value, email: maskEmail(input.mailbox) }),
      ...(found && {
        correction: {
          email: maskEmail(found.mailbox),
          reason: found.reason,
          by: { id: found.corrected_by, displayName: found.display_name ?? "" },
          correctedAt: new Date(found.corrected_at).toISOString(),
          ...(found.confirmed_at !== null && { confirmedAt: new Date(found.confirmed_at).toISOString() }),
        },
      }),
    };
  });
}
