import type { AnyDefinition, KindName } from "./kinds.ts";
import type { Text } from "./text.ts";

/** Access to definitions by kind and id. */
interface Finder {
  find(kind: KindName, id: string): AnyDefinition | undefined;
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

/** Catalogues that `{label: [catalogue, key]}` may name, and where their labels are. One more: a line here. */
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

/** Returns the keys of a catalogue that have a label. */
export const listLabels = (catalogue: string, documents: Documents): ReadonlySet<string> =>
  new Set(labelled[catalogue]?.keys(documents) ?? []);
