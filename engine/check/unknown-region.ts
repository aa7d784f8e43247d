import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";

interface NamedRegion {
  readonly source: SourceDocument;
  readonly pointer: string;
  readonly region: string;
}

/** A region that the catalogue of prices or that of providers does not have. */
export const unknownRegion: Check = (set) => {
  const catalogues = [
    { what: "prices", known: Object.keys(findOnly(set, "prices")?.document.prices.regions ?? {}) },
    { what: "providers", known: Object.keys(findOnly(set, "providers")?.document.regions ?? {}) },
  ].filter(({ known }) => known.length > 0);
  return [...inPrices(set), ...inProviders(set), ...inRequests(set), ...inOrganisations(set)].flatMap(
    ({ source, pointer, region }) => {
      const lacking = catalogues.find(({ known }) => !known.includes(region));
      if (!lacking) return [];
      const message = `The catalogue of ${lacking.what} has no region "${region}"${meantOf(region, lacking.known)}`;
      return [issueAt(source, pointer, "unknown-region", message)];
    },
  );
};

const keysAt = (source: SourceDocument, pointer: string, map: object): NamedRegion[] =>
  Object.keys(map).map((region) => ({ source, pointer: `${pointer}/${toPointerStep(region)}`, region }));

function inPrices(set: DocumentSet): NamedRegion[] {
  const { source, document } = findOnly(set, "prices") ?? {};
  if (!source || !document) return [];
  const { tileRegion, regions, verifications, institutions, otherInstitutions, availableDiscount } = document.prices;
  const byName = (part: string, maps: Readonly<Record<string, object>>) =>
    Object.entries(maps).flatMap(([name, map]) => keysAt(source, `/prices/${part}/${toPointerStep(name)}`, map));
  return [
    { source, pointer: "/prices/tileRegion", region: tileRegion },
    ...keysAt(source, "/prices/regions", regions),
    ...byName("verifications", verifications),
    ...byName("institutions", institutions),
    ...keysAt(source, "/prices/otherInstitutions", otherInstitutions),
    ...keysAt(source, "/prices/availableDiscount/minAmount", availableDiscount.minAmount),
  ];
}

function inProviders(set: DocumentSet): NamedRegion[] {
  const { source, document } = findOnly(set, "providers") ?? {};
  return source && document ? keysAt(source, "/regions", document.regions) : [];
}

const inRequests = (set: DocumentSet): NamedRegion[] =>
  set.ofKind("request").flatMap((source) => {
    const { discount } = source.document as DocumentOf<"request">;
    return discount ? keysAt(source, "/discount/minAmount", discount.minAmount) : [];
  });

const inOrganisations = (set: DocumentSet): NamedRegion[] =>
  set.ofKind("organisation").flatMap((source) =>
    ((source.document as DocumentOf<"organisation">).regions ?? []).map((region, index) => ({
      source,
      pointer: `/regions/${index}`,
      region,
    })),
  );
