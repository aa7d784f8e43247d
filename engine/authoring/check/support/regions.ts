import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";
import { findCatalogue } from "./places.ts";
import { didYouMean } from "./suggestion.ts";

/** A place that names a region. */
export interface RegionPlace {
  readonly source: SourceDefinition;
  readonly pointer: string;
  readonly region: string;
}

/** The keys of a map by region. */
export const regionPlaces = (source: SourceDefinition, pointer: string, map: object): RegionPlace[] =>
  Object.keys(map).map((region) => ({ source, pointer: `${pointer}/${toPointerStep(region)}`, region }));

/** Reports a region that the catalogue of prices or of providers lacks. */
export function unknownRegion({ region }: RegionPlace, set: DefinitionSet): string | undefined {
  const catalogues = [
    { what: "prices", known: Object.keys(findCatalogue(set, "prices")?.document.prices.regions ?? {}) },
    { what: "providers", known: Object.keys(findCatalogue(set, "providers")?.document.regions ?? {}) },
  ];
  const lacking = catalogues.find(({ known }) => known.length > 0 && !known.includes(region));
  if (!lacking) return undefined;
  return `The catalogue of ${lacking.what} has no region "${region}"${didYouMean(region, lacking.known)}`;
}
