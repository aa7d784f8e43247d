import { toOrganisationName } from "#server/config/release.ts";
import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import type { NoticeFacts } from "#engine/core/definitions/notice-facts.ts";
import { toMajor } from "#engine/core/payment/minor-units.ts";
import { formatMoney } from "#engine/core/rules/money.ts";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { OrderRow } from "./rows.ts";

/** Notifications about a payment. To add one: a line here and its text in catalogues/messages. */
type PaymentNotice = MessageKey<"notices"> & ("payment-received" | "payment-failed");
/** Notifications about a refund. */
type RefundNotice = MessageKey<"notices"> &
  ("payment-returned" | "payment-partly-returned" | "refund-sent" | "refund-failed");

/** Notifies the candidate within the database transaction of the change. */
export async function notify(
  tx: Queryable,
  key: PaymentNotice,
  order: OrderRow,
  now: Date,
  services: Pick<Services, "config">,
): Promise<void> {
  const { candidateId, orgId } = order;
  const values = toValues(order, order.amountMinor, services);
  await writeNotification(tx, { candidateId, key, values, about: toFacts(order), orgId, now });
}

/** As `notify`, for an order that a change of the form cancelled. The notification links to the form. */
export async function notifyCancelled(
  tx: Queryable,
  order: OrderRow,
  now: Date,
  services: Pick<Services, "config">,
): Promise<void> {
  const { candidateId, orgId } = order;
  const { paymentId: _, ...about } = toFacts(order);
  const values = toValues(order, order.amountMinor, services);
  await writeNotification(tx, { candidateId, key: "payment-cancelled", values, about, orgId, now });
}

/** A refund of an order. */
interface RefundOf {
  order: OrderRow;
  refundId: string;
  amountMinor: number;
}

/** As `notify`, for a refund. The notification links to that refund. */
export async function notifyRefund(
  tx: Queryable,
  key: RefundNotice,
  refund: RefundOf,
  now: Date,
  services: Pick<Services, "config">,
): Promise<void> {
  const values = toValues(refund.order, refund.amountMinor, services);
  await writeNotification(tx, { key, values, ...toRefundFacts(refund), now });
}

/** As `notifyRefund`, for a refund that staff decided. `reason` is a ready-made one in English. */
export async function notifyRefundStarted(
  tx: Queryable,
  refund: RefundOf,
  reason: string,
  now: Date,
  services: Pick<Services, "config">,
): Promise<void> {
  const values = { ...toValues(refund.order, refund.amountMinor, services), reason: { text: reason } };
  await writeNotification(tx, { key: "refund-started", values, ...toRefundFacts(refund), now });
}

const toRefundFacts = ({ order, refundId }: RefundOf) => ({
  candidateId: order.candidateId,
  orgId: order.orgId,
  about: { ...toFacts(order), refundId },
});

function toValues({ orgId, currency }: OrderRow, amountMinor: number, { config }: Pick<Services, "config">) {
  return {
    amount: formatMoney(toMajor(amountMinor), currency),
    organisation: toOrganisationName(config, orgId),
  };
}

const toFacts = ({ orgId, formId, transactionId, id }: OrderRow): NoticeFacts<PaymentNotice> => ({
  orgId,
  formId,
  txnId: transactionId,
  paymentId: id,
});
