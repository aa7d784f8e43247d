import Type, { type Static } from "typebox";

const closed = { additionalProperties: false } as const;
const name = { minLength: 1, maxLength: 64 };
const amountMajor = () => Type.Number({ minimum: 0, maximum: 10_000_000 });
const percentage = () => Type.Number({ minimum: 0, maximum: 100 });
const factor = () => Type.Number({ minimum: 1, maximum: 20 });
const byName = <T extends Parameters<typeof Type.Record>[1]>(value: T) => Type.Record(Type.String(name), value);

/**
 * `prices` of catalogues/prices: amounts in major units, by region. A verification that is
 * not listed costs nothing. `tileRegion` prices the tiles, whose sign is always the dollar's.
 */
export const pricesContract = Type.Object(
  {
    tileRegion: Type.String(name),
    regions: byName(
      Type.Object({ currency: Type.Union([Type.Literal("INR"), Type.Literal("USD")]), taxRate: percentage() }, closed),
    ),
    /** mrp, price of the first, and percent off the mrp for each further one of the same verification. */
    verifications: byName(
      byName(
        Type.Object({ mrp: amountMajor(), price: amountMajor(), furtherDiscount: Type.Optional(percentage()) }, closed),
      ),
    ),
    /** Added to mrp and price for an institution that asks more, by its value in the option list. */
    institutions: byName(byName(amountMajor())),
    /** For an institution that is not listed, by region. */
    otherInstitutions: byName(amountMajor()),
    /** Factors on mrp and price, by the form's degree level; 1 when not listed. */
    degreeLevel: byName(factor()),
    /** Factor on mrp and price of an item that is done express. */
    expressMultiplier: factor(),
    /** The additional discount and the cart from which on it applies, by region; a request may have its own. */
    availableDiscount: Type.Object({ percentage: percentage(), minAmount: byName(amountMajor()) }, closed),
  },
  closed,
);

/** The price catalogue's content. */
export type Prices = Static<typeof pricesContract>;

/** The additional discount: percent, and the least cart in major units by region. */
export type DiscountRules = Prices["availableDiscount"];
