import { operations } from "#engine/api/operations.ts";
import { loadableRoots } from "#engine/scope/index.ts";
import type { DocumentSet } from "./set.ts";

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

/** The names that there are of what a reference names; undefined for what is not named across documents. */
export const findReferable = (set: DocumentSet, kind: string): ReadonlySet<string> | undefined =>
  Object.hasOwn(namesOf, kind) ? new Set(namesOf[kind]?.(set)) : undefined;
