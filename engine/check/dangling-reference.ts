import { meantOf } from "./parts/meant.ts";
import { listReferences } from "./parts/places.ts";
import { findReferable } from "./parts/referable.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A name that a document gives another one, and that nobody has. */
export const danglingReference: Check = (set) => {
  return [...listReferences(set)].flatMap(([kind, places]) => {
    const names = findReferable(set, kind);
    if (!names) return [];
    return places.flatMap(({ source, pointer, value }) => {
      const name = String(value);
      if (names.has(name) || set.isLeftOut(kind, name)) return [];
      return [issueAt(source, pointer, "dangling-reference", `There is no ${kind} "${name}"${meantOf(name, names)}`)];
    });
  });
};
