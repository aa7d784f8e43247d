import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import { toIsoDate } from "#engine/core/form/date-values.ts";
import { below, check, type Check, type Finding } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { findSchema, leafPointers, listFields, listForms, toSchemaPointer } from "./support/forms.ts";
import { definitions, type PlacedDefinition } from "./support/places.ts";

const pricesCatalogue = definitions("prices");
const requests = definitions("request");
const limitsCatalogue = definitions("limits");

/** An amount differs from the usual one by at most this factor. */
const usualFactor = 20;
/** Prices of two regions differ for each verification by about the same factor: by at most this one more or less. */
const regionFactor = 5;
/** The list price is at most this many times the price. */
const listPriceFactor = 10;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
};

/** The price of each verification in a region, with the pointer below its catalogue. Free ones have no usual price. */
function listPrices({ document }: PlacedDefinition<"prices">, region: string) {
  return Object.entries(document.prices.verifications).flatMap(([name, regions]) => {
    const price = Object.hasOwn(regions, region) ? regions[region] : undefined;
    const pointer = `/prices/verifications/${toPointerStep(name)}/${toPointerStep(region)}`;
    return price && price.price > 0 ? [{ name, pointer, ...price }] : [];
  });
}

const isUsual = (amount: number, usual: number, factor: number): boolean =>
  amount === 0 || usual === 0 || (amount <= usual * factor && amount >= usual / factor);

/** Prices far from the others of a region. Of two only the higher one is reported. */
function findUnusual(place: PlacedDefinition<"prices">, region: string): Finding[] {
  const prices = listPrices(place, region);
  const usual = median(prices.map(({ price }) => price));
  const ofPrices = prices
    .filter(({ price }) => !isUsual(price, usual, usualFactor))
    .map(({ name, pointer, price }) =>
      below(`${pointer}/price`, `${name} costs ${price} in ${region}, where ${usual} is usual: is it in minor units?`),
    );
  const ofLists = prices
    .filter(({ mrp, price }) => mrp > price * listPriceFactor)
    .map(({ pointer, mrp, price }) =>
      below(`${pointer}/mrp`, `The list price ${mrp} is ${Math.round(mrp / price)} times the price ${price}`),
    );
  const { institutions, otherInstitutions } = place.document.prices;
  const surcharges = [
    ...Object.entries(institutions).map(
      ([name, amounts]) => [`/institutions/${toPointerStep(name)}`, amounts] as const,
    ),
    ["/otherInstitutions", otherInstitutions] as const,
  ].flatMap(([pointer, amounts]) => {
    const amount = Object.hasOwn(amounts, region) ? (amounts[region] ?? 0) : 0;
    if (usual === 0 || amount <= usual * usualFactor) return [];
    const message = `A surcharge of ${amount} in ${region}, where a verification costs ${usual}: is it in minor units?`;
    return [below(`/prices${pointer}/${toPointerStep(region)}`, message)];
  });
  return [...ofPrices, ...ofLists, ...surcharges];
}

/** Prices whose relation to the price of another region differs from that of the others. */
function findUnevenRegions(place: PlacedDefinition<"prices">): Finding[] {
  const [first, ...others] = Object.keys(place.document.prices.regions);
  if (first === undefined) return [];
  const own = new Map(listPrices(place, first).map((price) => [price.name, price.price]));
  return others.flatMap((region) => {
    const pairs = listPrices(place, region).flatMap(({ name, pointer, price }) => {
      const other = own.get(name);
      return other === undefined ? [] : [{ name, pointer, price, other, ratio: other / price }];
    });
    const usual = median(pairs.map(({ ratio }) => ratio));
    if (pairs.length < 3) return [];
    return pairs
      .filter(({ ratio }) => !isUsual(ratio, usual, regionFactor))
      .map(({ name, pointer, price, other }) =>
        below(`${pointer}/price`, `${name} costs ${other} in ${first} and ${price} in ${region}, unlike the others`),
      );
  });
}

/** A share that looks like a fraction, or takes nearly all. */
function findOddPercentage(pointer: string, percentage: number | undefined, most: number): Finding[] {
  if (percentage === undefined || percentage === 0) return [];
  if (percentage < 1)
    return [
      below(pointer, `${percentage} is less than one percent; write ${100 * percentage} for ${percentage * 100} %`),
    ];
  return percentage > most ? [below(pointer, `${percentage} % is more than ${most} %`)] : [];
}

/** Verifications of paid requests that cost nothing. An identity is proved for free. */
function findUnpriced({ document }: PlacedDefinition<"prices">, set: DefinitionSet): Finding[] {
  const asked = requests(set).flatMap(({ document: { payment, verifications } }) =>
    payment === "none" ? [] : verifications.map(({ verification }) => verification),
  );
  return [...new Set(asked)].flatMap((name) => {
    const verification = set.find("verification", name);
    if (!verification || verification.identity || Object.hasOwn(document.prices.verifications, name)) return [];
    return [
      below("/prices/verifications", `${name} has no price, so a paid request gives it away; write 0 if it should`),
    ];
  });
}

/** Bounds of money, tax and shares. Everything works beyond them, so an author may keep a value with a reason. */
const moneyChecks: readonly Check[] = [
  check({
    code: "prices/implausible-amount",
    why: "The amount is far from all others, as with an amount in minor units or a digit too many",
    allowable: true,
    at: pricesCatalogue,
    test: (place) => {
      const found = Object.keys(place.document.prices.regions).flatMap((region) => findUnusual(place, region));
      return found.length > 0 ? found : findUnevenRegions(place);
    },
  }),
  check({
    code: "prices/implausible-tax",
    why: "A tax rate is in percent, and no country takes more than half",
    allowable: true,
    at: pricesCatalogue,
    test: ({ document }) =>
      Object.entries(document.prices.regions).flatMap(([region, { taxRate }]) =>
        findOddPercentage(`/prices/regions/${toPointerStep(region)}/taxRate`, taxRate, 50),
      ),
  }),
  check({
    code: "prices/implausible-discount",
    why: "A discount is in percent, and one of nearly everything is rarely meant",
    allowable: true,
    at: pricesCatalogue,
    test: ({ document: { prices } }) => [
      ...findOddPercentage("/prices/availableDiscount/percentage", prices.availableDiscount.percentage, 80),
      ...Object.entries(prices.verifications).flatMap(([name, regions]) =>
        Object.entries(regions).flatMap(([region, { furtherDiscount }]) => {
          const at = `/prices/verifications/${toPointerStep(name)}/${toPointerStep(region)}/furtherDiscount`;
          return findOddPercentage(at, furtherDiscount, 80);
        }),
      ),
    ],
  }),
  check({
    code: "prices/missing-price",
    why: "A verification without a price is free, even where the request is paid",
    allowable: true,
    at: pricesCatalogue,
    test: findUnpriced,
  }),
  check({
    code: "request/implausible-discount",
    why: "A discount is in percent, and one of nearly everything is rarely meant",
    allowable: true,
    at: requests,
    test: ({ document: { discount } }) => findOddPercentage("/discount/percentage", discount?.percentage, 80),
  }),
];

/** 1 January 2100 in seconds since 1970. */
const year2100 = 4_102_444_800;
const isPlausibleDay = (day: string): boolean => day >= "1900-01-01" && day <= "2099-12-31";

/** Bounds of dates. */
const dateChecks: readonly Check[] = [
  check({
    code: "form/implausible-date",
    why: "The calendar has the years 1900 to 2099, so the bound has no effect or excludes every day",
    allowable: true,
    at: listFields,
    test: ({ entry: { dates } }) =>
      (["min", "max"] as const).flatMap((bound) => {
        const written = dates?.[bound];
        const day = toIsoDate(written);
        if (typeof written !== "string" || (day !== undefined && isPlausibleDay(day))) return [];
        const message =
          day === undefined ? `"${written}" is no day; write dd-MM-yyyy` : `${written} is outside of them`;
        return [below(`/dates/${bound}`, message)];
      }),
  }),
  check({
    code: "request/implausible-expiry",
    why: "A request that is open for generations is meant to have no expiry",
    allowable: true,
    at: requests,
    test: ({ document: { expiry } }) =>
      expiry > year2100 && expiry < 10 * year2100
        ? below("/expiry", "This is after the year 2100; -1 means never")
        : undefined,
  }),
];

/** The largest size of each keyword that people can fill in. */
const sizes: Readonly<Partial<Record<keyof DataSchema, readonly [most: number, what: string]>>> = {
  minLength: [500, "characters are too many to require"],
  maxLength: [10_000, "characters are more than people type"],
  minItems: [50, "choices are too many to require"],
  maxItems: [1_000, "items are more than people fill in"],
  minimum: [1_000_000_000, "is a least number that hardly an answer reaches"],
  maximum: [1_000_000_000_000, "is more than a number that people count"],
};

/** Bounds of sizes and durations. */
const sizeChecks: readonly Check[] = [
  check({
    code: "form/implausible-size",
    why: "The size is beyond what people fill in, as with a digit too many",
    allowable: true,
    at: listForms,
    test: ({ form: { data } }) =>
      leafPointers(data).flatMap((at) => {
        const schema = findSchema(data, at);
        return Object.entries(sizes).flatMap(([keyword, [most, what]]) => {
          const written = schema?.[keyword as "maxLength"];
          if (typeof written !== "number" || Math.abs(written) <= most || isTime(at)) return [];
          return [below(`${toSchemaPointer(at)}/${keyword}`, `${written} ${what}`)];
        });
      }),
  }),
  check({
    code: "limits/implausible-duration",
    why: "A transaction closes under its candidate, or hardly ever",
    allowable: true,
    at: limitsCatalogue,
    test: ({ document: { limits } }) => {
      const { closesAfterDays, verifiedWithinWorkingDays } = limits;
      const most = verifiedWithinWorkingDays?.most ?? 0;
      return [
        ...(closesAfterDays < 3 || closesAfterDays > 730
          ? [
              below(
                "/limits/closesAfterDays",
                `Forms close after ${closesAfterDays} days; people need weeks to collect documents`,
              ),
            ]
          : []),
        ...(most > 180
          ? [below("/limits/verifiedWithinWorkingDays/most", `${most} working days are over half a year`)]
          : []),
      ];
    },
  }),
];

/** A moment in milliseconds is a large number, but no size. */
const isTime = (at: string): boolean => /time|date/i.test(at.slice(at.lastIndexOf("/")));

/** Values that work but are probably not meant. */
export const plausibilityChecks: readonly Check[] = [...moneyChecks, ...dateChecks, ...sizeChecks];
