import { sql } from "drizzle-orm";
import type { WholeStaffForm } from "#engine/core/scope/shapes/forms.ts";
import { fieldError, notFound, WalletError } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { transact } from "#server/platform/store/database.ts";
import { changePermits } from "#server/platform/store/tables/change-permits.ts";
import type { Services } from "#server/services.ts";
import { announce } from "#server/wallet/transactions/announcements.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { assertAllowed } from "#server/wallet/transactions/guard.ts";
import { loadTransaction, lockTransactionById, type ItemRow } from "#server/wallet/transactions/load.ts";
import { toListed, type FormRow } from "./forms.ts";

const dayMs = 24 * 3600 * 1000;

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
