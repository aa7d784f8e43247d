import type {
  Discount,
  Order,
  PaymentHistoryItem,
  PaymentInfo,
  PaymentItem,
  Refund,
} from "#engine/api/payment-info.ts";
import { sumOf, toMajor, toMinor } from "#engine/payment/minor-units.ts";
import { toAskedFor, toMoment, toOrg, type Asked, type Said } from "./said.ts";

/** The answer of payments.info. A tax that is not said stays away: the bill has its own for that. */
export function completeBill(said: Said<PaymentInfo>, asked: Asked): PaymentInfo {
  const updatedAt = toMoment(said.updatedAt, asked.now);
  const items = toItems(said.items);
  const total = said.total ?? sum(items.map(({ price }) => price));
  const discount = toDiscount(said.discount, items);
  const toPayBeforeGst = said.toPayBeforeGst ?? sum([total, -discount.amount]);
  return {
    ...(said as PaymentInfo),
    items,
    total,
    toPay: said.toPay ?? sum([toPayBeforeGst, said.gst ?? 0]),
    toPayBeforeGst,
    discount,
    availableDiscount: {
      percentage: said.availableDiscount?.percentage ?? 0,
      minAmount: (said.availableDiscount?.minAmount ?? {}) as PaymentInfo["availableDiscount"]["minAmount"],
    },
    currencySymbol: said.currencySymbol ?? "INR",
    verificationList: (said.verificationList ?? []).map(({ name, credits }) => ({
      name: name ?? "",
      credits: credits ?? 0,
    })),
    region: said.region ?? toAskedFor(asked, "region"),
    createdAt: toMoment(said.createdAt, updatedAt),
    transactionId: said.transactionId ?? toAskedFor(asked, "txnId"),
    org: toOrg(said.org),
    updatedAt,
    refundDetails: toRefunds(said.refundDetails, updatedAt),
  };
}

/** The list of payments.history: orders under the form that they were for. */
export function completeHistory(
  said: { readonly list?: readonly Said<PaymentHistoryItem>[] } | readonly Said<PaymentHistoryItem>[],
  asked: Asked,
): { list: PaymentHistoryItem[]; total: number } {
  const { list = [] } = "map" in said ? { list: said } : said;
  const items = list.map((item): PaymentHistoryItem => {
    const payments = (item.paymentList ?? []).map((order) => completeOrder(order, item, asked));
    const [first] = payments;
    return {
      orgId: item.orgId ?? first?.orgId ?? "",
      formId: item.formId ?? toAskedFor(asked, "formId"),
      txnId: item.txnId ?? first?.transactionId ?? "",
      form: { name: item.form?.name ?? "" },
      org: item.org ? toOrg(item.org) : (first?.org ?? toOrg(undefined)),
      paymentList: payments,
    };
  });
  return { list: items, total: items.length };
}

function completeOrder(said: Said<Order>, of: Said<PaymentHistoryItem>, asked: Asked): Order {
  const updatedAt = toMoment(said.updatedAt, asked.now);
  const items = toItems(said.price?.items);
  const paymentId = said.paymentId ?? said._id ?? "";
  const amount = said.amount ?? said.price?.toPay ?? 0;
  const currentStatus = said.currentStatus ?? "Pending";
  return {
    _id: said._id ?? paymentId,
    transactionId: said.transactionId ?? of.txnId ?? "",
    orgId: said.orgId ?? of.orgId ?? toAskedFor(asked, "orgId"),
    price: {
      items,
      toPay: said.price?.toPay ?? amount,
      gst: said.price?.gst ?? 0,
      currencySymbol: said.price?.currencySymbol ?? "INR",
    },
    amount,
    org: toOrg(said.org ?? of.org),
    createdAt: toMoment(said.createdAt, updatedAt),
    updatedAt,
    currentStatus,
    paymentId,
    discount: toDiscount(said.discount, items),
    refundDetails: toRefunds(said.refundDetails, updatedAt),
    totalAmountPaid: said.totalAmountPaid ?? (currentStatus === "Success" ? amount : 0),
    ...(said.provider ? { provider: said.provider } : {}),
  };
}

const toItems = (items: Said<readonly PaymentItem[]> | null | undefined): PaymentItem[] =>
  (items ?? []).map((item) => ({
    ...(item as PaymentItem),
    label: item.label ?? "",
    description: item.description ?? "",
    subtitle: item.subtitle ?? "",
    price: item.price ?? item.mrp ?? 0,
    mrp: item.mrp ?? item.price ?? 0,
  }));

const toDiscount = (said: Said<Discount> | null | undefined, items: readonly PaymentItem[]): Discount => ({
  amount: said?.amount ?? 0,
  mrpDiscount: said?.mrpDiscount ?? sum(items.map(({ mrp, price }) => Math.max(mrp - price, 0))),
  percentage: said?.percentage ?? 0,
});

const toRefunds = (refunds: Said<readonly Refund[]> | null | undefined, updatedAt: string): Refund[] =>
  (refunds ?? []).map((refund) => ({
    ...(refund as Refund),
    _id: refund._id ?? refund.refundId ?? "",
    refundId: refund.refundId ?? refund._id ?? "",
    reason: refund.reason ?? "",
    amount: refund.amount ?? 0,
    status: refund.status ?? "Pending",
    createdAt: toMoment(refund.createdAt, updatedAt),
  }));

const sum = (amounts: readonly number[]): number => toMajor(sumOf(amounts.map(toMinor)));
