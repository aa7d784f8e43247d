import { listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A field that is never drawn and must be filled in, by nobody. */
export const hiddenRequired: Check = (set) =>
  listForms(set).flatMap(({ source, fields }) => {
    const filled = new Set(fields.flatMap(({ entry }) => Object.keys(entry.fill?.into ?? {})));
    return fields
      .filter(({ entry }) => entry.require !== undefined && entry.require !== false)
      .filter(({ entry }) => set.definition(`widget-${entry.widget}`)["x-undrawn"] === true)
      .filter(({ entry }) => entry.value === undefined && entry.initial === undefined && !filled.has(entry.at))
      .map(({ entry, pointer }) =>
        issueAt(
          source,
          `${pointer}/require`,
          "hidden-required",
          `${entry.at} is never drawn, and nothing fills it in: the form could never be sent`,
        ),
      );
  });
