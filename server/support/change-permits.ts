import type { WholeStaffForm } from "#engine/core/scope/shapes/forms.ts";
import { fieldError, notFound, WalletError } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { transact } from "#server/platform/store/database.ts";
import { changePermits } from "#server/platform/store/tables/change-permits.ts";
import type { Services } from "#server/services.ts";
import { announce } from "#server/wallet/transactions/announcements.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { assertAllowed } from "#server/wallet/transactions/guard.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import { isWithVerifier, readForm } from "./whole-form.ts";

const dayMs = 24 * 3600 * 1000;

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
