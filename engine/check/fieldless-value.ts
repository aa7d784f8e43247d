import { isField, isMounted } from "#engine/documents/form-entry.ts";
import { findSchema, leafPointers, listForms, toSchemaPointer } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A value of the data that no field fills. */
export const fieldlessValue: Check = (set) =>
  listForms(set).flatMap(({ source, form, entries, fields }) => {
    // A field at an unknown place may be the one that is missing: it is told first.
    if (fields.some(({ entry }) => !findSchema(form.data, entry.at))) return [];
    const ats = new Set(entries.flatMap(({ entry }) => (isField(entry) || isMounted(entry) ? [entry.at] : [])));
    return leafPointers(form.data)
      .filter((leaf) => !placesAbove(leaf).some((place) => ats.has(place)))
      .map((leaf) => issueAt(source, toSchemaPointer(leaf), "fieldless-value", `No field fills ${leaf}`));
  });

/** A place, and every one that it stands in: "/a/b" → "/a", "/a/b". */
const placesAbove = (at: string): string[] =>
  [...at.matchAll(/\/[^/]*/g)].map(({ index, 0: step }) => at.slice(0, index + step.length));
