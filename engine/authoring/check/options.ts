import { isAppOperationId } from "#engine/contract/all-operations.ts";
import { followPath, getElementType, getPropertyType, keysOf, type ValueType } from "#engine/core/base/value-type.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { fixedChoices } from "./support/forms.ts";
import { answerOf } from "./support/operations.ts";
import { definitions, repeatedIndexes, type PlacedDefinition } from "./support/places.ts";
import { typeValue } from "./support/sites.ts";
import { didYouMean } from "./support/suggestion.ts";

const optionLists = definitions("options");

type Options = DefinitionOf<"options">;

const sources = ["items", "from", "call", "of"] as const;
const sourcesOf = (options: Options) => sources.filter((name) => options[name] !== undefined);

/** Keys of a list that only some lists read, each with what it needs. */
const needs: Readonly<Partial<Record<keyof Options, { isMet(options: Options): boolean; what: string }>>> = {
  with: { isMet: ({ call }) => call !== undefined, what: "call" },
  pageSize: { isMet: ({ call }) => call !== undefined, what: "call" },
  searchDelayMs: { isMet: ({ call }) => call !== undefined, what: "call" },
  item: { isMet: ({ call, of }) => call !== undefined || of !== undefined, what: "call or of" },
  enabled: { isMet: ({ from, items }) => from !== undefined || items !== undefined, what: "from or items" },
  disabledPostfix: {
    isMet: ({ enabled, items = [] }) => enabled !== undefined || items.some(({ disabled }) => disabled),
    what: "enabled, or a disabled item",
  },
};

/** Keys that a list of a source must have. */
const requiredKeys: Readonly<Partial<Record<keyof Options, readonly (keyof Options)[]>>> = {
  call: ["item", "pageSize", "searchDelayMs"],
  of: ["item"],
};

const fromOf = (set: DefinitionSet, id: string): string | undefined => set.find("options", id)?.from;

/** The ids from a list back to itself along `from`. */
function findCircle(set: DefinitionSet, start: string): readonly string[] | undefined {
  const trail = [start];
  for (let id = fromOf(set, start); id !== undefined; id = fromOf(set, id)) {
    trail.push(id);
    if (id === start) return trail;
    if (trail.indexOf(id) < trail.length - 1) return undefined;
  }
  return undefined;
}

/** The items that a list gets from a call or a value, once for each scope. */
function itemsOf(set: DefinitionSet, { source, document: { call, of } }: PlacedDefinition<"options">): ValueType[] {
  if (of !== undefined) return typeValue(set, source, "/of", of).flatMap(({ known }) => getElementType(known) ?? []);
  if (call === undefined || !isAppOperationId(call)) return [];
  const list = followPath(answerOf(call), ["list"]);
  return "known" in list ? [getElementType(list.known) ?? []].flat() : [];
}

export const optionChecks: readonly Check[] = [
  check({
    code: "options/wrong-source",
    why: "A list needs exactly one source of choices",
    at: optionLists,
    test: ({ document }) => {
      const found = sourcesOf(document);
      if (found.length === 1) return undefined;
      const count = found.length === 0 ? "it has none" : `it has ${found.join(" and ")}`;
      return below(
        found[1] === undefined ? "" : `/${found[1]}`,
        `A list has exactly one of ${sources.join(", ")}; ${count}`,
      );
    },
  }),
  check({
    code: "options/unusable-source",
    why: "The choices of a searched or loaded list are unknown in advance, so the list would be empty",
    at: optionLists,
    test: ({ document }, set) => {
      const { from } = document;
      const outer = from === undefined || sourcesOf(document).length !== 1 ? undefined : set.find("options", from);
      if (outer?.call === undefined && outer?.of === undefined) return undefined;
      return below("/from", `The choices of ${from} are searched or loaded, so no list can be made from them`);
    },
  }),
  check({
    code: "options/circular",
    why: "A list that comes from itself, through others or at once, has no choices",
    at: optionLists,
    test: ({ document: { id } }, set) => {
      const circle = findCircle(set, id);
      return circle && below("/from", `This list comes from itself: ${circle.join(" → ")}`);
    },
  }),
  check({
    code: "options/unknown-item",
    why: "The list has no item of this name to enable",
    at: optionLists,
    test: ({ document: { id, enabled } }, set) => {
      const values = enabled && fixedChoices(set, id)?.map(({ value }) => value);
      if (!values) return undefined;
      return enabled.flatMap((name, index) =>
        values.includes(name)
          ? []
          : [below(`/enabled/${index}`, `The list has no "${name}"${didYouMean(name, values)}`)],
      );
    },
  }),
  check({
    code: "options/duplicate-item",
    why: "The saved value would not show which of the items was chosen",
    at: optionLists,
    test: ({ document: { items = [] } }) => {
      const values = items.map(({ value }) => value);
      return repeatedIndexes(values).map((index) =>
        below(`/items/${index}/value`, `The list already has "${values[index]}"`),
      );
    },
  }),
  check({
    code: "options/unused-key",
    why: "Nothing reads the key without another one",
    at: optionLists,
    test: ({ document }) =>
      (Object.keys(needs) as (keyof Options)[]).flatMap((key) => {
        const need = needs[key];
        if (document[key] === undefined || !need || need.isMet(document)) return [];
        return [below(`/${key}`, `Nothing reads "${key}" of a list without ${need.what}`)];
      }),
  }),
  check({
    code: "options/missing-key",
    why: "The page needs the key to read choices that are searched or loaded",
    at: optionLists,
    test: ({ document }) => {
      const [source, second] = sourcesOf(document);
      if (source === undefined || second !== undefined) return undefined;
      return (requiredKeys[source] ?? [])
        .filter((key) => document[key] === undefined)
        .map((key) => below(`/${source}`, `A list with ${source} needs ${key}`));
    },
  }),
  check({
    code: "options/unknown-item-key",
    why: "The items have no such key, so the choices would be blank",
    at: optionLists,
    test: (place, set) => {
      const items = itemsOf(set, place);
      return Object.entries(place.document.item ?? {}).flatMap(([part, key]) => {
        const without = items.find((item) => !getPropertyType(item, key));
        if (!without) return [];
        return [below(`/item/${part}`, `The items have no "${key}"${didYouMean(key, keysOf(without))}`)];
      });
    },
  }),
];
