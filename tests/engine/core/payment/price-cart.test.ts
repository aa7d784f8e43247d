import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { toBill } from "#engine/core/payment/bill.ts";
import type { BillSource } from "#engine/core/payment/bill.ts";
import { toPaymentAmounts } from "#engine/core/payment/payment-amounts.ts";
import { toPaymentMode } from "#engine/core/payment/payment-mode.ts";
import { priceCart } from "#engine/core/payment/price-cart.ts";
import type { CartItem, CartRequest } from "#engine/core/payment/price-cart.ts";
import { toPriceList } from "#engine/core/payment/price-list.ts";
import { pricesContract } from "#engine/core/definitions/prices.ts";
import type { Prices } from "#engine/core/definitions/prices.ts";
import { cartItem, prices } from "./catalogue.ts";

function getCart(items: readonly CartItem[], rest: Partial<CartRequest> = {}) {
  const cart = priceCart({ items, region: "IN", express: false, prices, ...rest });
  if (!cart) throw new Error("no prices in this region");
  return cart;
}

const rest = {
  createdAt: "2026-11-21T00:00:00Z",
  updatedAt: "2026-11-21T00:00:00Z",
  transactionId: "t",
  org: { displayName: "", imageUrl: "" },
  refundDetails: [],
};
const toBillOf = (items: readonly CartItem[], request: Partial<CartRequest> = {}) =>
  toBill({ ...toPaymentAmounts(getCart(items, request), prices), ...rest });

describe("priceCart", () => {
  it("prices the worked example of degree and twelfth in INR", () => {
    const amounts = toPaymentAmounts(
      getCart([cartItem("bgv-degree", { label: "Degree", description: "B.Sc." }), cartItem("bgv-twelfth")]),
      prices,
    );
    expect(amounts).toEqual({
      items: [
        { label: "Degree", description: "B.Sc.", subtitle: "", price: 2500, mrp: 3000 },
        { label: "bgv-twelfth", description: "", subtitle: "", price: 1000, mrp: 1200 },
      ],
      total: 3500,
      discount: { amount: 350, mrpDiscount: 700, percentage: 10 },
      toPayBeforeGst: 3150,
      gst: 567,
      toPay: 3717,
      availableDiscount: {
        percentage: 10,
        minAmount: { IN: { currency: "INR", amount: 3000 }, INTL: { currency: "USD", amount: 60 } },
      },
      currencySymbol: "INR",
      verificationList: [
        { name: "bgv-degree", credits: 2500 },
        { name: "bgv-twelfth", credits: 1000 },
      ],
      region: "IN",
    });
    expect(toBill({ ...amounts, ...rest })).toMatchObject({
      itemTotal: 4200,
      taxPercent: 18,
      grandTotal: 3717,
      toPay: 3717,
      savings: 1050,
      currency: "INR",
    });
  });

  it("applies the additional discount from its minimum on, the request's own before the catalogue's", () => {
    expect(getCart([cartItem("bgv-degree")]).discount).toEqual({ percentage: 0, amountMinor: 0 });
    const exact = { discount: { percentage: 20, minAmount: { IN: 2500 } } };
    expect(getCart([cartItem("bgv-degree")], exact).discount).toEqual({ percentage: 20, amountMinor: 50_000 });
    expect(getCart([cartItem("bgv-degree")], { ...exact, region: "INTL" }).discount.percentage).toBe(0);
    expect(getCart([], { discount: { percentage: 20, minAmount: { IN: 0 } } }).discount.percentage).toBe(0);
  });

  it("discounts further degrees from the mrp", () => {
    const cart = getCart([
      cartItem("bgv-degree"),
      cartItem("bgv-degree", { subType: "bgv-degree-2" }),
      cartItem("bgv-twelfth"),
      cartItem("bgv-twelfth", { subType: "bgv-twelfth-2" }),
    ]);
    expect(cart.items.map((item) => item.priceMinor)).toEqual([250_000, 225_000, 100_000, 100_000]);
  });

  it("charges more for some institutions, for a doctorate and for express", () => {
    const priceOf = (item: Partial<CartItem>, request: Partial<CartRequest> = {}) =>
      getCart([cartItem("bgv-degree", item)], request).items[0]?.priceMinor;
    expect(priceOf({ institution: "anna-university" })).toBe(290_000);
    expect(priceOf({ institution: "toString" })).toBe(250_000);
    expect(priceOf({ institution: "elsewhere" }, { prices: { ...prices, otherInstitutions: { IN: 100 } } })).toBe(
      260_000,
    );
    expect(priceOf({ level: "doctoral" })).toBe(375_000);
    expect(priceOf({ level: "bachelor" })).toBe(250_000);
    expect(priceOf({}, { express: true })).toBe(375_000);
    expect(priceOf({ expressSupported: false }, { express: true })).toBe(250_000);
  });

  it("omits free items, and rejects an unknown region", () => {
    expect(getCart([cartItem("aadhaar"), cartItem("constructor")])).toMatchObject({
      items: [],
      toPayMinor: 0,
      gstMinor: 0,
    });
    expect(priceCart({ items: [], region: "MARS", express: false, prices })).toBeUndefined();
    expect(priceCart({ items: [], region: "__proto__", express: false, prices })).toBeUndefined();
  });
});

describe("priceCart with any cart", () => {
  const names = Object.keys(prices.verifications);
  const item = fc
    .record({
      name: fc.constantFrom(...names),
      institution: fc.constantFrom(undefined, "anna-university", "x"),
      level: fc.constantFrom(undefined, "doctoral", "master"),
      expressSupported: fc.boolean(),
    })
    .map(({ name, ...rest }) => cartItem(name, rest));
  const cents = (least: number, most: number) => fc.integer({ min: least, max: most }).map((minor) => minor / 100);
  const request = fc.record({
    items: fc.array(item, { maxLength: 40 }),
    region: fc.constantFrom("IN", "INTL"),
    express: fc.boolean(),
    discount: fc.record({
      percentage: cents(0, 10_000),
      minAmount: fc.record({ IN: cents(0, 2_000_000), INTL: cents(0, 50_000) }),
    }),
    prices: fc
      .record({ mrp: cents(1, 999_999), off: cents(0, 999_999), rate: cents(0, 3_000) })
      .map(({ mrp, off, rate }): Prices => ({
        ...prices,
        regions: { IN: { currency: "INR", taxRate: rate }, INTL: { currency: "USD", taxRate: rate } },
        verifications: {
          ...prices.verifications,
          "bgv-tenth": {
            IN: { mrp, price: Math.max(0, Math.round((mrp - off) * 100) / 100) },
            INTL: { mrp, price: mrp },
          },
        },
      })),
  });

  it("returns whole minor units and rows that add up", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const cart = getCart(asked.items, asked);
        const amounts = [
          cart.totalMinor,
          cart.mrpDiscountMinor,
          cart.discount.amountMinor,
          cart.toPayBeforeGstMinor,
          cart.gstMinor,
          cart.toPayMinor,
          ...cart.items.flatMap((row) => [row.mrpMinor, row.priceMinor]),
        ];
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
        expect(cart.totalMinor).toBe(cart.items.reduce((sum, row) => sum + row.priceMinor, 0));
        expect(cart.totalMinor - cart.discount.amountMinor + cart.gstMinor).toBe(cart.toPayMinor);
      }),
    );
  });

  it("converts to at most two decimals and back without loss", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const cart = getCart(asked.items, asked);
        const amounts = toPaymentAmounts(cart, asked.prices);
        const bill = toBill({ ...amounts, ...rest });
        for (const amount of [
          amounts.total,
          amounts.toPay,
          amounts.gst,
          amounts.toPayBeforeGst,
          bill.itemTotal,
          bill.savings,
          bill.grandTotal,
        ])
          expect(String(amount)).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(Math.round(bill.itemTotal * 100) - Math.round(bill.savings * 100) + Math.round(bill.gst * 100)).toBe(
          cart.toPayMinor,
        );
        if (cart.toPayBeforeGstMinor > 10_000)
          expect(Math.abs(bill.taxPercent - (asked.prices.regions["IN"]?.taxRate ?? 0))).toBeLessThanOrEqual(0.51);
      }),
    );
  });

  it("is never cheaper by express, because discount and minimum use normal prices", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const [normal, express] = [false, true].map((one) => getCart(asked.items, { ...asked, express: one }));
        expect(express!.toPayMinor).toBeGreaterThanOrEqual(normal!.toPayMinor);
        expect(express!.discount).toEqual(normal!.discount);
      }),
    );
  });

  it("never gets cheaper before discount and tax when an item is added", () => {
    fc.assert(
      fc.property(request, item, (asked, added) => {
        expect(getCart([...asked.items, added], asked).totalMinor).toBeGreaterThanOrEqual(
          getCart(asked.items, asked).totalMinor,
        );
      }),
    );
  });
});

describe("toBill", () => {
  const source = (gst: number | null | undefined): BillSource => ({
    ...toPaymentAmounts(getCart([cartItem("bgv-degree")]), prices),
    ...rest,
    gst,
  });
  it("falls back to 18 % of the total of credits only when the tax is absent", () => {
    expect(toBill(source(undefined)).gst).toBe(450);
    expect(toBill(source(null)).gst).toBe(450);
    expect(toBill(source(0))).toMatchObject({ gst: 0, taxPercent: 0 });
  });
  it("reports 0 percent of an empty bill", () => {
    expect(toBillOf([])).toMatchObject({ taxPercent: 0, grandTotal: 0, savings: 0 });
  });
});

describe("toPriceList", () => {
  it("prices tiles in dollars, without free ones", () => {
    expect(toPriceList(["aadhaar", "bgv-degree", "bgv-tenth"], prices)).toEqual([
      { verificationName: "bgv-degree", mrp: 60, price: { primary: 50 }, discount: { primary: 17, secondary: 25 } },
      { verificationName: "bgv-tenth", mrp: 24, price: { primary: 20 }, discount: { primary: 17, secondary: 0 } },
    ]);
  });
});

describe("toPaymentMode", () => {
  const degree = { verificationName: "bgv-degree", expressSupported: true };
  const address = { verificationName: "bgv-address", expressSupported: false };
  it.each([
    [[degree], true, { showWarning: false, expressAllowed: true, notExpressList: [] }],
    [[degree, address, address], true, { showWarning: true, expressAllowed: true, notExpressList: ["bgv-address"] }],
    [[address], true, { showWarning: true, expressAllowed: false, notExpressList: ["bgv-address"] }],
    [[degree, address], false, { showWarning: false, expressAllowed: false, notExpressList: ["bgv-address"] }],
  ])("%j offered %s", (items, offered, mode) => {
    expect(toPaymentMode(items, offered)).toEqual(mode);
  });
});

it("the price catalogue fits its contract and no price exceeds the mrp", () => {
  // The check validates names.
  const shape = JSON.parse(
    JSON.stringify(pricesContract, (key, part) => (["allOf", "propertyNames"].includes(key) ? undefined : part)),
  );
  expect([...Value.Errors(shape, prices)]).toEqual([]);
  for (const byRegion of Object.values(prices.verifications)) {
    expect(Object.keys(byRegion)).toEqual(Object.keys(prices.regions));
    for (const { mrp, price } of Object.values(byRegion)) expect(price).toBeLessThanOrEqual(mrp);
  }
});
