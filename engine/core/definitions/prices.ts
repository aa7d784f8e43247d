import Type, { type Static, type TSchema } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { nameReference, type NameKind } from "./names.ts";

const closed = { additionalProperties: false } as const;
/** The check validates it; editors complete it. */
const namesRegion = { "x-ref": "region", allOf: [nameReference("region")] };
const name = { minLength: 1, maxLength: 64 };
const amountMajor = () => Type.Number({ minimum: 0, maximum: 10_000_000 });
const percentage = () => Type.Number({ minimum: 0, maximum: 100 });
const factor = () => Type.Number({ minimum: 1, maximum: 20 });
const byName = <T extends TSchema>(value: T, description?: string, keys?: NameKind) =>
  Type.Record(Type.String(name), value, {
    ...(description === undefined ? {} : { description }),
    // For editors; the check names unknown ones.
    ...(keys && { propertyNames: nameReference(keys) }),
  });

/**
 * `prices` of catalogues/prices: amounts in major units, by region. A verification without a price is free.
 * `tileRegion` sets the prices on tiles, which are always in dollars.
 */
export const pricesContract = Type.Object(
  {
    tileRegion: Type.String({
      ...name,
      ...namesRegion,
      description: "The region whose prices tiles show.",
      examples: ["US"],
    }),
    regions: byName(
      Type.Object(
        {
          currency: Type.Union([Type.Literal("INR"), Type.Literal("USD")], { description: "The currency." }),
          taxRate: described(percentage(), "The tax on the total, in percent.", 18),
        },
        closed,
      ),
      "Currency and tax of each region, by its name.",
      "region",
    ),
    verifications: byName(
      byName(
        Type.Object(
          {
            mrp: described(amountMajor(), "The price before any discount.", 500),
            price: described(amountMajor(), "The price of the first one.", 400),
            furtherDiscount: described(
              Type.Optional(percentage()),
              "Percent off the mrp for each further one of the same verification.",
              20,
            ),
          },
          closed,
        ),
        undefined,
        "region",
      ),
      "The price of each verification, by its name, then by region.",
      "verification",
    ),
    institutions: byName(
      byName(amountMajor()),
      "Surcharge on mrp and price for an institution, by its value in the option list, then by region.",
    ),
    otherInstitutions: byName(amountMajor(), "Added for an institution that is not listed, by region."),
    degreeLevel: byName(factor(), "Factors on mrp and price, by the form's degree level; 1 when not listed."),
    expressMultiplier: described(factor(), "Factor on mrp and price of an item that is done express.", 1.5),
    availableDiscount: Type.Object(
      {
        percentage: described(percentage(), "The discount, in percent.", 10),
        minAmount: byName(amountMajor(), "The cart from which on it applies, by region."),
      },
      { ...closed, description: "The additional discount; a request may have its own." },
    ),
  },
  closed,
);

/** Content of the price catalogue. */
export type Prices = Static<typeof pricesContract>;

/** The additional discount: percentage, and minimum total in major units by region. */
export type DiscountRules = Prices["availableDiscount"];
