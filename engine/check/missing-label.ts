import { listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A field that is drawn without a name: nobody who does not see it knows what it asks. */
export const missingLabel: Check = (set) =>
  listForms(set).flatMap(({ source, fields }) =>
    fields
      .filter(({ entry }) => entry.label === undefined)
      .filter(({ entry }) => set.definition(`widget-${entry.widget}`)["x-undrawn"] !== true)
      .map(({ entry, pointer }) => issueAt(source, pointer, "missing-label", `${entry.at} has no label`)),
  );
