import type { MessageKey } from "#engine/documents/message-keys.ts";
import { toMajor } from "#engine/payment/minor-units.ts";
import type { Cart, PricedItem } from "#engine/payment/price-cart.ts";
import { formatDate } from "#engine/rules/dates.ts";
import { formatAmount } from "#engine/rules/money.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { OrderRow } from "../orders/rows.ts";

/** A line with a name and what stands for it. */
export interface Line {
  label: string;
  text: string;
}

/** What a tax invoice says, ready to be drawn: every sum is the order's own. */
export interface Invoice {
  title: string;
  /** Said above all else where nothing is real. */
  warning?: string;
  facts: Line[];
  seller: { heading: string; lines: string[] };
  buyer: { heading: string; lines: string[] };
  columns: Line;
  items: { label: string; detail: string; text: string }[];
  sums: Line[];
  total: Line;
  /** Said below all else where names stand in other letters than their own. */
  namesNote: string;
  note?: string;
  toPage(n: number, of: number): string;
}

/** What an invoice is made of. `order.cart` with its institutions by name. */
export interface InvoiceSource {
  order: OrderRow;
  number: string;
  buyer: { name: string; mobile: string };
  organisation: OrganisationRelease;
  /** Whose seller is named where the organisation names none. */
  fallback: OrganisationRelease | undefined;
  sandbox: boolean;
}

/** Papers are dated where the seller is. */
const zone = "Asia/Kolkata";

/** A paid order as an invoice in these words. */
export function toInvoice(source: InvoiceSource, words: Words): Invoice {
  const { order, number, buyer, organisation, fallback, sandbox } = source;
  const { cart, currency } = order;
  const say = (key: Plain) => words.say("invoice", key);
  const amount = (minor: number) => formatAmount(toMajor(minor), currency);
  const { seller, trust, name } = { ...organisation.organisation, ...pickSeller(organisation, fallback) };
  const provider = getCatalogue(organisation, "providers").providers[order.provider]?.displayName ?? order.provider;
  const paidAt = (order.paidAt ?? order.updatedAt).toISOString();
  return {
    title: say("title"),
    ...(sandbox && { warning: say("sandbox") }),
    facts: [
      { label: say("number"), text: number },
      { label: say("date"), text: formatDate(paidAt, "long", { locale: words.language, zone }) },
      { label: say("payment-id"), text: order.id },
      { label: say("transaction-id"), text: order.transactionId },
      { label: say("paid-with"), text: provider },
    ],
    seller: {
      heading: say("seller"),
      lines: seller ? [seller.name, ...seller.address, seller.taxNumber ?? ""].filter(Boolean) : [trust?.name ?? name],
    },
    buyer: { heading: say("buyer"), lines: [buyer.name, buyer.mobile].filter(Boolean) },
    columns: { label: say("item"), text: say("amount") },
    items: cart.items.map((item) => ({ ...toNames(item, words), text: amount(toListMinor(item)) })),
    sums: toSums(cart, amount, words),
    total: { label: say("total"), text: amount(order.amountMinor) },
    namesNote: say("in-latin"),
    toPage: (n, of) => words.say("invoice", "page", { n, of }),
  };
}

/** Keys whose words have no gaps. */
type Plain = Exclude<MessageKey<"invoice">, "additional-discount" | "tax" | "page">;

const pickSeller = (organisation: OrganisationRelease, fallback: OrganisationRelease | undefined) => {
  const seller = organisation.organisation.seller ?? fallback?.organisation.seller;
  return seller && { seller };
};

/** Before anything was taken off, so that the items come to the item total. */
const toListMinor = ({ mrpMinor, priceMinor }: PricedItem): number => Math.max(mrpMinor, priceMinor);

function toNames({ label, description, subtitle = "" }: PricedItem, { translate }: Words) {
  return { label: translate(label), detail: [description, translate(subtitle)].filter(Boolean).join(", ") };
}

function toSums(cart: Cart, amount: (minor: number) => string, words: Words): Line[] {
  const { totalMinor, mrpDiscountMinor, discount, toPayBeforeGstMinor, gstMinor } = cart;
  const taxPercent = toPayBeforeGstMinor > 0 ? Math.round((gstMinor / toPayBeforeGstMinor) * 100) : 0;
  const off = (label: string, minor: number) => (minor > 0 ? [{ label, text: `- ${amount(minor)}` }] : []);
  return [
    { label: words.say("invoice", "item-total"), text: amount(totalMinor + mrpDiscountMinor) },
    ...off(words.say("invoice", "offer-discount"), mrpDiscountMinor),
    ...off(words.say("invoice", "additional-discount", { n: discount.percentage }), discount.amountMinor),
    { label: words.say("invoice", "taxable"), text: amount(toPayBeforeGstMinor) },
    { label: words.say("invoice", "tax", { n: taxPercent }), text: amount(gstMinor) },
  ];
}
