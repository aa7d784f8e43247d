import { isMap } from "#engine/rules/expression.ts";
import { getAt } from "#engine/base/json-pointer.ts";
import { listSlots } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A field, a section or a block that is never there, for no organisation. */
export const unusedEntry: Check = (set) =>
  listSlots(set, "rule").flatMap(({ source, pointer, value }) => {
    if (value !== false || !pointer.endsWith("/when")) return [];
    const holder = getAt(source.document, pointer.slice(0, -"/when".length));
    if (!isMap(holder) || "do" in holder || "value" in holder) return [];
    return [issueAt(source, pointer, "unused-entry", "What is never there can go; an override may hide it for one")];
  });
