import { pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { fixedChoices, listedValues, listForms } from "./support/forms.ts";
import { definitions, findCatalogue, type PlacedDefinition } from "./support/places.ts";
import { regionPlaces, unknownRegion, type RegionPlace } from "./support/regions.ts";
import { didYouMean } from "./support/suggestion.ts";

const pricesCatalogue = definitions("prices");
const providersCatalogue = definitions("providers");

const regionsOfPrices = ({ source, document }: PlacedDefinition<"prices">): RegionPlace[] => {
  const { tileRegion, regions, verifications, institutions, otherInstitutions, availableDiscount } = document.prices;
  const byName = (part: string, maps: Readonly<Record<string, object>>) =>
    Object.entries(maps).flatMap(([name, map]) => regionPlaces(source, `/prices/${part}/${toPointerStep(name)}`, map));
  return [
    { source, pointer: "/prices/tileRegion", region: tileRegion },
    ...regionPlaces(source, "/prices/regions", regions),
    ...byName("verifications", verifications),
    ...byName("institutions", institutions),
    ...regionPlaces(source, "/prices/otherInstitutions", otherInstitutions),
    ...regionPlaces(source, "/prices/availableDiscount/minAmount", availableDiscount.minAmount),
  ];
};

/** The maps of prices by region, by their pointers below /prices. */
function pricesByRegion({ document }: PlacedDefinition<"prices">): Readonly<Record<string, object>> {
  const { verifications, institutions, otherInstitutions } = document.prices;
  const under = (part: string, maps: Readonly<Record<string, object>>): Record<string, object> =>
    Object.fromEntries(Object.entries(maps).map(([name, map]) => [`${part}/${toPointerStep(name)}`, map]));
  return { ...under("verifications", verifications), ...under("institutions", institutions), otherInstitutions };
}

/** The price of each verification in each region. */
const verificationPrices = (set: DefinitionSet) =>
  pricesCatalogue(set).flatMap(({ source, document }) =>
    Object.entries(document.prices.verifications).flatMap(([id, regions]) =>
      Object.entries(regions).map(([region, price]) => ({
        source,
        pointer: `/prices/verifications/${toPointerStep(id)}/${toPointerStep(region)}`,
        id,
        price,
      })),
    ),
  );

/** Every level that has a price: the choices of the fields that verifications name; undefined when they are unknown. */
function pricedLevels(set: DefinitionSet): string[] | undefined {
  if (set.isUnreadable("verification", "")) return undefined;
  const fields = definitions("verification")(set).flatMap(({ document: { form, pricing } }) => {
    const placed = listForms(set).find((one) => one.form.id === form);
    if (pricing?.level === undefined) return [];
    if (!placed) return [undefined];
    const at = `/${pointerSteps(pricing.level).map(toPointerStep).join("/")}`;
    return placed.fields.filter(({ entry }) => entry.at === at);
  });
  const choices = fields.map((field) =>
    field?.entry.options === undefined ? undefined : fixedChoices(set, field.entry.options),
  );
  if (choices.some((list) => list === undefined)) return undefined;
  return choices.flatMap((list) => (list ?? []).map(({ value }) => value));
}

/** Every institution that a field of a price offers; undefined when one list is not known. */
function pricedInstitutions(set: DefinitionSet): string[] | undefined {
  if (set.isUnreadable("verification", "")) return undefined;
  const lists = definitions("verification")(set).flatMap(({ document: { form, pricing } }) =>
    pricing?.institution === undefined ? [] : [listedValues(set, form, pricing.institution)],
  );
  if (lists.includes(undefined)) return undefined;
  return lists.flatMap((list) => [...(list ?? [])]);
}

const unknownKeys = (part: string, what: string, names: readonly string[], known: readonly string[]) =>
  names
    .filter((name) => !known.includes(name))
    .map((name) =>
      below(`/prices/${part}/${toPointerStep(name)}`, `There is no ${what} "${name}"${didYouMean(name, known)}`),
    );

/** Faults of prices and of the providers that take payments. */
export const priceChecks: readonly Check[] = [
  check({
    code: "prices/unknown-verification",
    why: "Nothing has this name, so the price never applies",
    at: pricesCatalogue,
    test: ({ document }, set) => {
      const names = Object.keys(document.prices.verifications);
      const readable = names.filter((name) => !set.isUnreadable("verification", name));
      return unknownKeys("verifications", "verification", readable, set.ids("verification"));
    },
  }),
  check({
    code: "prices/unknown-level",
    why: "No field offers the level, so the price never applies",
    at: pricesCatalogue,
    test: ({ document }, set) => {
      const levels = set.once(pricedLevels);
      return levels && unknownKeys("degreeLevel", "level", Object.keys(document.prices.degreeLevel), levels);
    },
  }),
  check({
    code: "prices/unknown-institution",
    why: "No list offers the institution, so its surcharge never applies",
    allowable: true,
    at: pricesCatalogue,
    test: ({ document }, set) => {
      const known = set.once(pricedInstitutions);
      return known && unknownKeys("institutions", "institution", Object.keys(document.prices.institutions), known);
    },
  }),
  check({
    code: "prices/unknown-region",
    why: "There is no such region to pay from",
    at: (set) => pricesCatalogue(set).flatMap(regionsOfPrices),
    test: unknownRegion,
  }),
  check({
    code: "prices/missing-region",
    why: "People who pay from the region would pay nothing",
    at: pricesCatalogue,
    test: (place) => {
      const regions = Object.keys(place.document.prices.regions);
      return Object.entries(pricesByRegion(place)).flatMap(([part, priced]) => {
        const missing = regions.filter((region) => !Object.hasOwn(priced, region));
        if (missing.length === 0) return [];
        const message = `There is no price in ${missing.join(", ")}, so it would cost nothing there; write 0 if it should`;
        return [below(`/prices/${part}`, message)];
      });
    },
  }),
  check({
    code: "prices/above-list-price",
    why: "The discount would be negative",
    at: verificationPrices,
    test: ({ price: { mrp, price } }) =>
      price > mrp ? below("/price", `${price} is more than the list price ${mrp}`) : undefined,
  }),
  check({
    code: "prices/unused-further-discount",
    why: "A candidate submits the verification only once",
    at: verificationPrices,
    test: ({ id, price: { furtherDiscount } }, set) => {
      const verification = set.find("verification", id);
      if (furtherDiscount === undefined || !verification || verification.acceptMultipleSubmissions) return undefined;
      return below("/furtherDiscount", `${id} is submitted once, so there is no further one`);
    },
  }),
  check({
    code: "payment/unknown-region",
    why: "Nothing has a price in this region",
    at: (set) =>
      providersCatalogue(set).flatMap(({ source, document }) => regionPlaces(source, "/regions", document.regions)),
    test: unknownRegion,
  }),
  check({
    code: "payment/different-currency",
    why: "The bill would be in one currency and the payment in another",
    at: providersCatalogue,
    test: ({ document }, set) => {
      const prices = findCatalogue(set, "prices")?.document.prices.regions ?? {};
      return Object.entries(document.regions).flatMap(([region, { currency }]) => {
        const priced = Object.hasOwn(prices, region) ? prices[region]?.currency : undefined;
        if (priced === undefined || priced === currency) return [];
        const message = `${region} has prices in ${priced}, but payments in ${currency}`;
        return [below(`/regions/${toPointerStep(region)}/currency`, message)];
      });
    },
  }),
  check({
    code: "payment/region-without-provider",
    why: "People of the region could choose no provider, so they could not pay",
    at: providersCatalogue,
    test: ({ document }) =>
      Object.entries(document.regions)
        .filter(([, { providers }]) => providers.length === 0)
        .map(([region]) =>
          below(`/regions/${toPointerStep(region)}/providers`, `${region} has no provider to pay with`),
        ),
  }),
  check({
    code: "payment/unknown-provider",
    why: "There is no such provider, so a payment with it would fail",
    at: providersCatalogue,
    test: ({ document }) => {
      const known = Object.keys(document.providers);
      return Object.entries(document.regions).flatMap(([region, { providers }]) =>
        providers.flatMap((name, index) => {
          if (known.includes(name)) return [];
          const pointer = `/regions/${toPointerStep(region)}/providers/${index}`;
          return [below(pointer, `There is no provider "${name}"${didYouMean(name, known)}`)];
        }),
      );
    },
  }),
];

/** Providers that no region offers. */
export const unusedPriceChecks: readonly Check[] = [
  check({
    code: "payment/unused-provider",
    why: "No region offers the provider, so it is never used",
    allowable: true,
    unused: true,
    removable: true,
    at: providersCatalogue,
    test: ({ document }) => {
      const offered = Object.values(document.regions).flatMap(({ providers }) => providers);
      return Object.keys(document.providers)
        .filter((name) => !offered.includes(name))
        .map((name) => below(`/providers/${toPointerStep(name)}`, `No region offers the provider "${name}"`));
    },
  }),
];
