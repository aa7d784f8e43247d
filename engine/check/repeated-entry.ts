import { isNote, isSection } from "#engine/documents/form-entry.ts";
import { listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two sections or notes of one form with the same name: an override could not tell them apart. */
export const repeatedEntry: Check = (set) =>
  listForms(set).flatMap(({ source, entries }) => {
    const seen = new Set<string>();
    return entries.flatMap(({ entry, pointer }) => {
      const key = isSection(entry) ? "section" : isNote(entry) ? "note" : undefined;
      const name = isSection(entry) ? entry.section : isNote(entry) ? entry.note : "";
      if (key === undefined) return [];
      if (!seen.has(name)) {
        seen.add(name);
        return [];
      }
      const message = `This form has a section or a note "${name}" already`;
      return [issueAt(source, `${pointer}/${key}`, "repeated-entry", message)];
    });
  });
