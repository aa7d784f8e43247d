import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A price that holds in one region alone: whoever pays from another would pay nothing for it. */
export const missingRegion: Check = (set) => {
  const { source, document } = findOnly(set, "prices") ?? {};
  if (!source || !document) return [];
  const { regions, verifications, institutions, otherInstitutions } = document.prices;
  const maps = { ...under("verifications", verifications), ...under("institutions", institutions), otherInstitutions };
  return Object.entries(maps).flatMap(([place, priced]) => {
    const missing = Object.keys(regions).filter((region) => !Object.hasOwn(priced, region));
    if (missing.length === 0) return [];
    const message = `There is no price in ${missing.join(", ")}: it would cost nothing there; write 0 where it does`;
    return [issueAt(source, `/prices/${place}`, "missing-region", message)];
  });
};

const under = (part: string, maps: Readonly<Record<string, object>>): Record<string, object> =>
  Object.fromEntries(Object.entries(maps).map(([name, map]) => [`${part}/${toPointerStep(name)}`, map]));
