import { operations } from "#engine/api/operations.ts";
import { loadableRoots } from "#engine/scope/index.ts";
import { meantOf } from "./parts/meant.ts";
import { listReferences } from "./parts/places.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";

/** Which names a reference of each kind may take. */
const namesOf: Readonly<Record<string, (set: DocumentSet) => Iterable<string>>> = {
  screen: (set) => set.ids("screen"),
  form: (set) => set.ids("form"),
  flow: (set) => set.ids("flow"),
  options: (set) => set.ids("options"),
  verification: (set) => set.ids("verification"),
  rules: (set) => set.ids("rules"),
  rule: (set) => set.namedRules().keys(),
  organisation: (set) => set.ids("organisation"),
  article: (set) => set.ids("articles"),
  catalogue: (set) => set.catalogueIds(),
  operation: () => Object.keys(operations),
  root: () => loadableRoots,
};

/** A name that a document gives another one, and that nobody has. */
export const danglingReference: Check = (set) => {
  return [...listReferences(set)].flatMap(([kind, places]) => {
    const names = Object.hasOwn(namesOf, kind) ? new Set(namesOf[kind]?.(set)) : undefined;
    if (!names) return [];
    return places.flatMap(({ source, pointer, value }) => {
      const name = String(value);
      if (names.has(name) || set.isLeftOut(kind, name)) return [];
      return [issueAt(source, pointer, "dangling-reference", `There is no ${kind} "${name}"${meantOf(name, names)}`)];
    });
  });
};
