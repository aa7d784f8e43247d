import { findSchema, listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** The control takes another length than the data: one of them is wrong. What the data say, the control obeys by itself. */
export const differentLength: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry, pointer }) => {
      const [control, data] = [entry["maxLength"], findSchema(form.data, entry.at)?.maxLength];
      if (control === undefined || data === undefined || control === data) return [];
      const message = `${entry.at} takes ${String(control)} characters here and ${data} in the data`;
      return [issueAt(source, `${pointer}/maxLength`, "different-length", message)];
    }),
  );
