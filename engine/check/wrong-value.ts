import { findSchema, listForms } from "./parts/entries.ts";
import { findMisfits } from "./parts/fit.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A field is given another kind of value than its data keep. */
export const wrongValue: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry, pointer }) => {
      const schema = findSchema(form.data, entry.at);
      return (["value", "initial"] as const).flatMap((key) => {
        if (entry[key] === undefined || !schema) return [];
        return findMisfits(set, { ...schema }, source, `${pointer}/${key}`, entry[key]).map((misfit) =>
          issueAt(source, misfit.pointer, "wrong-value", `${entry.at}: ${misfit.message}`),
        );
      });
    }),
  );
