import Type from "typebox";
import { paymentShapes } from "#engine/api/payments.ts";
import type { PaymentItem } from "#engine/api/payment-info.ts";
import { nameOf } from "#engine/base/known.ts";
import { sayText } from "#engine/documents/translate.ts";
import { toBill, type Bill, type BillSource } from "#engine/payment/bill.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import type { Makings } from "./root.ts";

/** What is to be paid, or was: the rows of the Billing Summary add up. Amounts in major units. */
export const contract = () =>
  Type.Object(
    {
      ...paymentShapes.PaymentInfo.properties,
      items: Type.Array(
        Type.Object(
          {
            ...paymentShapes.PaymentItem.properties,
            what: Type.String({ $comment: nameOf.label, description: "What is paid for, the same in every language." }),
          },
          { additionalProperties: false },
        ),
        { description: "What is paid for, a line for each submission." },
      ),
      currency: paymentShapes.PaymentInfo.properties.currencySymbol,
      itemTotal: Type.Number({ description: "The list prices together, before any discount, in major units." }),
      grandTotal: Type.Number({ description: "What is to be paid, with discounts and tax, in major units." }),
      taxPercent: Type.Integer({ description: "The tax in whole percent of what is taxed." }),
      savings: Type.Number({ description: "All that was taken off, in major units." }),
      providerImageUrl: Type.String({ description: "Address of the provider's logo; empty without one." }),
      refunded: Type.Boolean({ description: "All that was paid was given back, or is on its way." }),
    },
    { additionalProperties: false },
  );

/** The root `bill`: each of its items also says what it is in the words of the wire, which no language changes; and who took it has a logo. */
export interface BillRoot extends Bill {
  providerImageUrl: string;
  items: (PaymentItem & { what: string })[];
}

/** The root `bill` from the answer of payments.info, what is paid for in the candidate's language. */
export function toBillRoot(answer: BillSource, { find, translate }: Pick<Makings, "find" | "translate">): BillRoot {
  const groups = find("categories", "categories")?.categories ?? {};
  const sayGroup = (name: string) => sayText(findOwn(groups, name)?.heading ?? name, {}, translate);
  const { items, disclaimer, ...bill } = toBill(answer);
  const providers = find("providers", "providers")?.providers ?? {};
  return {
    ...bill,
    providerImageUrl: findOwn(providers, bill.provider ?? "")?.imageUrl ?? "",
    items: items.map((item) => ({
      ...item,
      what: item.label,
      label: translate(item.label),
      subtitle: sayGroup(item.subtitle),
    })),
    ...(disclaimer !== undefined && { disclaimer: translate(disclaimer) }),
  };
}
