import { isField, isMounted } from "#engine/documents/form-entry.ts";
import { listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two fields of one form at the same place. */
export const repeatedField: Check = (set) =>
  listForms(set).flatMap(({ source, entries }) => {
    const seen = new Set<string>();
    return entries.flatMap(({ entry, pointer }) => {
      if (!isField(entry) && !isMounted(entry)) return [];
      if (seen.has(entry.at))
        return [issueAt(source, `${pointer}/at`, "repeated-field", `Two fields stand at ${entry.at}`)];
      seen.add(entry.at);
      return [];
    });
  });
