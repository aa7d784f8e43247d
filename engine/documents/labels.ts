import type { AnyDocument, KindName } from "./kinds.ts";
import type { Text } from "./text.ts";

/** Documents by kind and id, however they are kept. */
interface Finder {
  find(kind: KindName, id: string): AnyDocument | undefined;
}
interface Documents extends Finder {
  ids(kind: KindName): readonly string[];
}

type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const entriesOf = (documents: Finder, catalogue: KindName, key: string): Entries =>
  (documents.find(catalogue, catalogue)?.[key] ?? {}) as Entries;

interface Labelled {
  label(documents: Finder, key: string): Text | undefined;
  keys(documents: Documents): readonly string[];
}
const fromCatalogue = (catalogue: KindName, key: string, property: string): Labelled => ({
  label: (documents, name) => {
    const entries = entriesOf(documents, catalogue, key);
    return Object.hasOwn(entries, name) ? (entries[name]?.[property] as Text) : undefined;
  },
  keys: (documents) => Object.keys(entriesOf(documents, catalogue, key)),
});

/** What `{label: [catalogue, key]}` may name, and where its words stand. To add one: a line here. */
export const labelled: Readonly<Record<string, Labelled>> = {
  states: fromCatalogue("states", "states", "tag"),
  categories: fromCatalogue("categories", "categories", "heading"),
  providers: fromCatalogue("providers", "providers", "displayName"),
  regions: fromCatalogue("providers", "regions", "name"),
  payments: fromCatalogue("providers", "statuses", "tag"),
  verifications: {
    label: (documents, key) => documents.find("verification", key)?.["label"] as Text | undefined,
    keys: (documents) => documents.ids("verification"),
  },
};

/** The keys that have a label. */
export const listLabels = (catalogue: string, documents: Documents): ReadonlySet<string> =>
  new Set(labelled[catalogue]?.keys(documents) ?? []);
