import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two transitions that say the same: of one thing, from one state, to one state, by one operation. */
export const repeatedTransition: Check = (set) => {
  const { source, document } = findOnly(set, "states") ?? {};
  if (!source || !document) return [];
  const seen = new Set<string>();
  return document.transitions.flatMap(({ of, from, to, by }, index) => {
    if (to === undefined) return [];
    const keys = [from].flat().flatMap((state) => [by].flat().map((doer) => `${of}: ${state} → ${to} by ${doer}`));
    const repeated = keys.find((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    if (repeated === undefined) return [];
    return [issueAt(source, `/transitions/${index}`, "repeated-transition", `${repeated} stands above already`)];
  });
};
