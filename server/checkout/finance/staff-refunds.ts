import { and, eq, sql } from "drizzle-orm";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import { toPlainText } from "#engine/core/base/text-input.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { orders, refunds } from "#server/platform/store/tables/payments.ts";
import type { Services } from "#server/services.ts";
import { takeApproval, toApprovalNeeded } from "#server/staff/approvals.ts";
import { findReason } from "#server/wallet/transactions/english-text.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import { notifyRefundStarted } from "../orders/notices.ts";
import { insertRefund } from "../orders/refunds.ts";
import { sumRefunds, type OrderRow } from "../orders/rows.ts";
import { findLimit, type OrderOfOrg } from "./staff-orders.ts";

/** A refund that a member of staff asks for. */
export interface AskedRefund {
  amountMinor: number;
  /** What could be refunded when the person decided: of two people at the same time the second is refused. */
  refundableMinor: number;
  /** A name of catalogues/reasons. */
  reason: string;
  note?: string | undefined;
}

/**
 * Creates a refund, which the job sends. Above the limit it first waits for a second person. Throws 404, 409 (109) for
 * an order that is not paid or has changed, 422 for an amount above what is left, and 403 (124) without approval.
 */
export async function createStaffRefund(
  services: Services,
  keys: OrderOfOrg,
  asked: AskedRefund,
  staffId: string,
): Promise<void> {
  const text = findReason(services.config, keys.orgId, "refund", asked.reason);
  if (text === undefined) throw invalidField("/reason", "enum", "reason-not-known");
  const note = toPlainText(asked.note ?? "");
  const waitsFor = await transact(services.db, async (tx) => {
    const order = await lockRefundable(tx, keys, asked);
    const approval = await approve(tx, services, order, { ...asked, note }, staffId);
    if ("approvalId" in approval) return approval.approvalId;
    const now = await readNow(tx);
    const { amountMinor } = asked;
    const reason = note === "" ? text : `${text}\n${note}`;
    const refundId = await insertRefund(tx, { order, amountMinor, reason, now, requestedBy: staffId, ...approval });
    await notifyRefundStarted(tx, { order, refundId: refundId!, amountMinor }, text, now, services);
    return undefined;
  });
  if (waitsFor !== undefined) throw toApprovalNeeded(waitsFor);
}

/** Sends a pending refund again at the next run of the job. Throws 404, and 409 (109) when it is not pending. */
export async function retryRefund(
  { db }: Pick<Services, "db">,
  { orgId, orderId, refundId }: OrderOfOrg & { refundId: string },
): Promise<void> {
  await transact(db, async (tx) => {
    await lockOrder(tx, { orgId, orderId });
    const [refund] = await tx
      .select({ status: refunds.status })
      .from(refunds)
      .where(and(eq(refunds.id, refundId), eq(refunds.orderId, orderId)));
    if (!refund) throw notFound("payment");
    const due = await tx
      .update(refunds)
      // Beside an attempt in progress this is a second one: the provider knows the refund by its id and pays it once.
      .set({ nextTryAt: sql`app_now()` })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, "Pending"), sql`${refunds.tries} > 0`))
      .returning({ id: refunds.id });
    if (due.length === 0) throw new WalletError("stateConflict", withReason("refund-not-waiting"));
  });
}

async function lockOrder(tx: Queryable, { orgId, orderId }: OrderOfOrg): Promise<OrderRow> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.orgId, orgId)))
    .for("update");
  if (!order) throw notFound("payment");
  return order;
}

async function lockRefundable(
  tx: Queryable,
  keys: OrderOfOrg,
  { amountMinor, refundableMinor }: AskedRefund,
): Promise<OrderRow> {
  const order = await lockOrder(tx, keys);
  if (order.status !== "Success") throw new WalletError("stateConflict", withReason("order-not-paid"));
  const left = order.amountMinor - (await sumRefunds(tx, order.id));
  if (left !== refundableMinor) throw new WalletError("stateConflict", withReason("refunds-changed"));
  if (amountMinor > left) throw invalidField("/amountMinor", "maximum", "refund-too-high");
  return order;
}

async function approve(
  tx: Queryable,
  { config }: Pick<Services, "config">,
  { id: orderId, orgId, currency }: OrderRow,
  { amountMinor, refundableMinor, reason, note }: AskedRefund & { note: string },
  staffId: string,
): Promise<{ approvedBy?: string } | { approvalId: string }> {
  if (amountMinor <= (await findLimit({ db: tx, config }, { id: orderId, orgId, currency }))) return {};
  return takeApproval(tx, {
    orgId,
    operation: "refunds.create",
    call: [orgId, orderId, amountMinor, refundableMinor, reason, note],
    subject: orderId,
    detail: { orderId, reason, ...(note !== "" && { note }), amountMinor, refundableMinor, currency },
    staffId,
  });
}
