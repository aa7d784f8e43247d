import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import { toMajor } from "#engine/core/payment/minor-units.ts";
import type { Cart, PricedItem } from "#engine/core/payment/price-cart.ts";
import { formatDate } from "#engine/core/rules/dates.ts";
import { formatAmount } from "#engine/core/rules/money.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { zone } from "#server/platform/time-zone.ts";
import type { OrderRow } from "../orders/rows.ts";

/** A label and its value. */
export interface InvoiceLine {
  label: string;
  text: string;
}

/** The content of a tax invoice, ready to draw. Every sum comes from the order. */
export interface Invoice {
  language: string;
  title: string;
  /** Printed at the top in sandbox mode. */
  warning?: string;
  facts: InvoiceLine[];
  seller: { heading: string; lines: string[] };
  buyer: { heading: string; lines: string[] };
  columns: InvoiceLine;
  items: { label: string; detail: string; text: string }[];
  sums: InvoiceLine[];
  total: InvoiceLine;
  /** Printed at the bottom when a name is transliterated. */
  namesNote: string;
  note?: string;
  toPage(n: number, of: number): string;
}

/** The data of an invoice. `order.cart` shows institutions by name. */
export interface InvoiceSource {
  order: OrderRow;
  number: string;
  buyer: { name: string; mobile: string };
  organisation: OrganisationRelease;
  /** Its seller is printed when the organisation has none. */
  fallback: OrganisationRelease | undefined;
  sandbox: boolean;
}

/** Builds the invoice of a paid order in one language. */
export function toInvoice(source: InvoiceSource, messages: MessageTexts): Invoice {
  const { order, number, buyer, organisation, fallback, sandbox } = source;
  const { cart, currency } = order;
  const text = (key: PlainKey) => messages.format("invoice", key);
  const amount = (minor: number) => formatAmount(toMajor(minor), currency);
  const { seller, trust, name } = { ...organisation.organisation, ...pickSeller(organisation, fallback) };
  const provider = getCatalogue(organisation, "providers").providers[order.provider]?.displayName ?? order.provider;
  const paidAt = (order.paidAt ?? order.updatedAt).toISOString();
  return {
    language: messages.language,
    title: text("title"),
    ...(sandbox && { warning: text("sandbox") }),
    facts: [
      { label: text("number"), text: number },
      { label: text("date"), text: formatDate(paidAt, "long", { locale: messages.language, zone }) },
      { label: text("payment-id"), text: order.id },
      { label: text("transaction-id"), text: order.transactionId },
      { label: text("paid-with"), text: provider },
    ],
    seller: {
      heading: text("seller"),
      lines: seller ? [seller.name, ...seller.address, seller.taxNumber ?? ""].filter(Boolean) : [trust?.name ?? name],
    },
    buyer: { heading: text("buyer"), lines: [buyer.name, buyer.mobile].filter(Boolean) },
    columns: { label: text("item"), text: text("amount") },
    items: cart.items.map((item) => ({ ...toNames(item, messages), text: amount(toListMinor(item)) })),
    sums: toSums(cart, amount, messages),
    total: { label: text("total"), text: amount(order.amountMinor) },
    namesNote: text("in-latin"),
    toPage: (n, of) => messages.format("invoice", "page", { n, of }),
  };
}

/** Keys of texts without placeholders. */
type PlainKey = Exclude<MessageKey<"invoice">, "additional-discount" | "tax" | "page">;

const pickSeller = (organisation: OrganisationRelease, fallback: OrganisationRelease | undefined) => {
  const seller = organisation.organisation.seller ?? fallback?.organisation.seller;
  return seller && { seller };
};

/** The price before discounts, so that the items add up to the item total. */
const toListMinor = ({ mrpMinor, priceMinor }: PricedItem): number => Math.max(mrpMinor, priceMinor);

function toNames({ label, description, subtitle = "" }: PricedItem, { translate }: MessageTexts) {
  return { label: translate(label), detail: [description, translate(subtitle)].filter(Boolean).join(", ") };
}

function toSums(cart: Cart, amount: (minor: number) => string, messages: MessageTexts): InvoiceLine[] {
  const { totalMinor, mrpDiscountMinor, discount, toPayBeforeGstMinor, gstMinor } = cart;
  const taxPercent = toPayBeforeGstMinor > 0 ? Math.round((gstMinor / toPayBeforeGstMinor) * 100) : 0;
  const off = (label: string, minor: number) => (minor > 0 ? [{ label, text: `- ${amount(minor)}` }] : []);
  return [
    { label: messages.format("invoice", "item-total"), text: amount(totalMinor + mrpDiscountMinor) },
    ...off(messages.format("invoice", "offer-discount"), mrpDiscountMinor),
    ...off(messages.format("invoice", "additional-discount", { n: discount.percentage }), discount.amountMinor),
    { label: messages.format("invoice", "taxable"), text: amount(toPayBeforeGstMinor) },
    { label: messages.format("invoice", "tax", { n: taxPercent }), text: amount(gstMinor) },
  ];
}
