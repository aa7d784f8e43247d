import { listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A computed value that is required too, or that fills others: it is never typed. */
export const computedField: Check = (set) =>
  listForms(set).flatMap(({ source, fields }) =>
    fields
      .filter(({ entry }) => entry.value !== undefined && (entry.require !== undefined || entry.fill !== undefined))
      .map(({ pointer }) =>
        issueAt(
          source,
          `${pointer}/value`,
          "computed-field",
          "A computed value is never typed, so it can be neither required nor fill others",
        ),
      ),
  );
