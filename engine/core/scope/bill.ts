import Type from "typebox";
import { entityComment } from "#engine/core/base/value-type.ts";
import { paymentShapes } from "./shapes/payments.ts";

/** The bill of a transaction or an order, in major units. The rows of the billing summary add up. */
export const contract = () =>
  Type.Object(
    {
      ...paymentShapes.PaymentInfo.properties,
      items: Type.Array(
        Type.Object(
          {
            ...paymentShapes.PaymentItem.properties,
            what: Type.String({
              $comment: entityComment.label,
              description: "The untranslated label of the item.",
            }),
          },
          { additionalProperties: false },
        ),
        { description: "The items of the bill, one for each submission." },
      ),
      currency: paymentShapes.PaymentInfo.properties.currencySymbol,
      itemTotal: Type.Number({ description: "The sum of list prices, before any discount, in major units." }),
      grandTotal: Type.Number({ description: "The amount to pay, with discounts and tax, in major units." }),
      taxPercent: Type.Integer({ description: "The tax rate in whole percent." }),
      savings: Type.Number({ description: "The sum of all discounts, in major units." }),
      providerImageUrl: Type.String({ description: "URL of the provider's logo; empty without one." }),
      refunded: Type.Boolean({ description: "The whole payment was refunded, or is being refunded." }),
    },
    { additionalProperties: false },
  );
