import { toPointerStep } from "#engine/base/json-pointer.ts";
import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A region offers a payment provider that there is not. */
export const unknownProvider: Check = (set) => {
  const { source, document } = findOnly(set, "providers") ?? {};
  if (!source || !document) return [];
  const known = Object.keys(document.providers);
  return Object.entries(document.regions).flatMap(([region, { providers }]) =>
    providers.flatMap((name, index) => {
      if (known.includes(name)) return [];
      const message = `There is no provider "${name}"${meantOf(name, known)}`;
      return [issueAt(source, `/regions/${toPointerStep(region)}/providers/${index}`, "unknown-provider", message)];
    }),
  );
};
