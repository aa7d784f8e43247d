import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findSchema, leafPointers, listForms } from "./parts/entries.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A field, or a `fill`, at a place that the form's data do not have. */
export const unknownValue: Check = (set) =>
  listForms(set).flatMap(({ source, form: { data }, fields }) => {
    const tell = (pointer: string, at: string) =>
      findSchema(data, at)
        ? []
        : [issueAt(source, pointer, "unknown-value", `The data has no ${at}${meantOf(at, leafPointers(data))}`)];
    return fields.flatMap(({ entry, pointer }) => [
      ...tell(`${pointer}/at`, entry.at),
      ...Object.keys(entry.fill?.into ?? {}).flatMap((into) =>
        tell(`${pointer}/fill/into/${toPointerStep(into)}`, into),
      ),
    ]);
  });
