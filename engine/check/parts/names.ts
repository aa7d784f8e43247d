import type { Named } from "#engine/base/known.ts";
import { findOnly } from "./only.ts";
import type { DocumentSet } from "./set.ts";

/** Which names there are of what; undefined for what no document names. */
const sources: Partial<Record<Named, (set: DocumentSet) => ReadonlySet<string>>> = {
  organisation: (set) => new Set(set.ids("organisation")),
  request: (set) => new Set(set.ids("request")),
  verification: (set) => new Set(set.ids("verification")),
  label: (set) => new Set(set.ofKind("verification").flatMap(({ document }) => toLabel(document["label"]))),
  category: (set) => new Set(Object.keys(findOnly(set, "categories")?.document.categories ?? {})),
  region: (set) => new Set(Object.keys(findOnly(set, "providers")?.document.regions ?? {})),
  provider: (set) => new Set(Object.keys(findOnly(set, "providers")?.document.providers ?? {})),
  language: (set) => new Set(["en", ...set.ids("locale")]),
};

const toLabel = (label: unknown): string[] => (typeof label === "string" ? [label] : []);

/** The names that documents give to what there is of a kind. */
export const listNames = (set: DocumentSet, named: Named): ReadonlySet<string> | undefined => {
  const list = sources[named];
  return list && set.once(list);
};
