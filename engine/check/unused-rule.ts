import { readRules } from "#engine/rules/visit.ts";
import { listReferences, listSlots } from "./parts/places.ts";
import { idleAt, type Check, type DocumentSet } from "./parts/set.ts";

/** A rule that nothing asks. */
export const unusedRule: Check = (set) => {
  const used = set.once(askedRules);
  return [...set.namedRules()]
    .filter(([name]) => !used.has(name))
    .map(([name, { source, pointer }]) => idleAt(source, pointer, "unused-rule", `Nothing asks the rule "${name}"`));
};

function askedRules(set: DocumentSet): ReadonlySet<string> {
  const named = (listReferences(set).get("rule") ?? []).map(({ value }) => String(value));
  const read = ["rule", "value", "text"].flatMap((slot) =>
    listSlots(set, slot).flatMap(({ value }) => readRules(value)),
  );
  return new Set([...named, ...read]);
}
