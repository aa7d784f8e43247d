import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findOnly } from "./parts/only.ts";
import { idleAt, type Check } from "./parts/set.ts";

/** A payment provider that no region offers. */
export const unusedProvider: Check = (set) => {
  const { source, document } = findOnly(set, "providers") ?? {};
  if (!source || !document) return [];
  const offered = Object.values(document.regions).flatMap(({ providers }) => providers);
  return Object.keys(document.providers)
    .filter((name) => !offered.includes(name))
    .map((name) =>
      idleAt(source, `/providers/${toPointerStep(name)}`, "unused-provider", `No region offers the provider "${name}"`),
    );
};
