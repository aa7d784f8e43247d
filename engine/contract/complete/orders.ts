import type {
  Discount,
  Order,
  PaymentHistoryItem,
  PaymentInfo,
  PaymentItem,
  Refund,
} from "#engine/core/scope/shapes/payment-info.ts";
import { sumOf, toMajor, toMinor } from "#engine/core/payment/minor-units.ts";
import type { PartialAnswer } from "#engine/core/base/partial-answer.ts";
import { toArgument, firstMoment, toOrg, type CallContext } from "./call-context.ts";

/** Completes payments.info. A missing tax stays missing: the bill handles that. */
export function completeBill(answer: PartialAnswer<PaymentInfo>, call: CallContext): PaymentInfo {
  const updatedAt = firstMoment(answer.updatedAt, call.now);
  const items = toItems(answer.items);
  const total = answer.total ?? sum(items.map(({ price }) => price));
  const discount = toDiscount(answer.discount, items);
  const toPayBeforeGst = answer.toPayBeforeGst ?? sum([total, -discount.amount]);
  return {
    ...(answer as PaymentInfo),
    items,
    total,
    toPay: answer.toPay ?? sum([toPayBeforeGst, answer.gst ?? 0]),
    toPayBeforeGst,
    discount,
    availableDiscount: {
      percentage: answer.availableDiscount?.percentage ?? 0,
      minAmount: (answer.availableDiscount?.minAmount ?? {}) as PaymentInfo["availableDiscount"]["minAmount"],
    },
    currencySymbol: answer.currencySymbol ?? "INR",
    verificationList: (answer.verificationList ?? []).map(({ name, credits }) => ({
      name: name ?? "",
      credits: credits ?? 0,
    })),
    region: answer.region ?? toArgument(call, "region"),
    createdAt: firstMoment(answer.createdAt, updatedAt),
    transactionId: answer.transactionId ?? toArgument(call, "txnId"),
    org: toOrg(answer.org),
    updatedAt,
    refundDetails: toRefunds(answer.refundDetails, updatedAt),
  };
}

/** Completes payments.history: orders by form. */
export function completeHistory(
  answer:
    | { readonly list?: readonly PartialAnswer<PaymentHistoryItem>[] }
    | readonly PartialAnswer<PaymentHistoryItem>[],
  call: CallContext,
): { list: PaymentHistoryItem[]; total: number } {
  const { list = [] } = "map" in answer ? { list: answer } : answer;
  const items = list.map((item): PaymentHistoryItem => {
    const payments = (item.paymentList ?? []).map((order) => completeOrder(order, item, call));
    const [first] = payments;
    return {
      orgId: item.orgId ?? first?.orgId ?? "",
      formId: item.formId ?? toArgument(call, "formId"),
      txnId: item.txnId ?? first?.transactionId ?? "",
      form: { name: item.form?.name ?? "" },
      org: item.org ? toOrg(item.org) : (first?.org ?? toOrg(undefined)),
      paymentList: payments,
    };
  });
  return { list: items, total: items.length };
}

function completeOrder(answer: PartialAnswer<Order>, of: PartialAnswer<PaymentHistoryItem>, call: CallContext): Order {
  const updatedAt = firstMoment(answer.updatedAt, call.now);
  const items = toItems(answer.price?.items);
  const paymentId = answer.paymentId ?? answer._id ?? "";
  const amount = answer.amount ?? answer.price?.toPay ?? 0;
  const currentStatus = answer.currentStatus ?? "Pending";
  return {
    _id: answer._id ?? paymentId,
    transactionId: answer.transactionId ?? of.txnId ?? "",
    orgId: answer.orgId ?? of.orgId ?? toArgument(call, "orgId"),
    price: {
      items,
      toPay: answer.price?.toPay ?? amount,
      gst: answer.price?.gst ?? 0,
      currencySymbol: answer.price?.currencySymbol ?? "INR",
    },
    amount,
    org: toOrg(answer.org ?? of.org),
    createdAt: firstMoment(answer.createdAt, updatedAt),
    updatedAt,
    currentStatus,
    paymentId,
    discount: toDiscount(answer.discount, items),
    refundDetails: toRefunds(answer.refundDetails, updatedAt),
    totalAmountPaid: answer.totalAmountPaid ?? (currentStatus === "Success" ? amount : 0),
    ...(answer.provider ? { provider: answer.provider } : {}),
  };
}

const toItems = (items: PartialAnswer<readonly PaymentItem[]> | null | undefined): PaymentItem[] =>
  (items ?? []).map((item) => ({
    ...(item as PaymentItem),
    label: item.label ?? "",
    description: item.description ?? "",
    subtitle: item.subtitle ?? "",
    price: item.price ?? item.mrp ?? 0,
    mrp: item.mrp ?? item.price ?? 0,
  }));

const toDiscount = (answer: PartialAnswer<Discount> | null | undefined, items: readonly PaymentItem[]): Discount => ({
  amount: answer?.amount ?? 0,
  mrpDiscount: answer?.mrpDiscount ?? sum(items.map(({ mrp, price }) => Math.max(mrp - price, 0))),
  percentage: answer?.percentage ?? 0,
});

const toRefunds = (refunds: PartialAnswer<readonly Refund[]> | null | undefined, updatedAt: string): Refund[] =>
  (refunds ?? []).map((refund) => ({
    ...(refund as Refund),
    _id: refund._id ?? refund.refundId ?? "",
    refundId: refund.refundId ?? refund._id ?? "",
    reason: refund.reason ?? "",
    amount: refund.amount ?? 0,
    status: refund.status ?? "Pending",
    createdAt: firstMoment(refund.createdAt, updatedAt),
  }));

const sum = (amounts: readonly number[]): number => toMajor(sumOf(amounts.map(toMinor)));
