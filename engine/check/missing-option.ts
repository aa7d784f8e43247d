import { fixedChoices } from "./parts/choices.ts";
import { findSchema, listForms, toSchemaPointer } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A value of an enum that no choice gives: it could never be filled in. */
export const missingOption: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry }) => {
      const allowed = findSchema(form.data, entry.at)?.enum;
      const choices = entry.options === undefined ? undefined : fixedChoices(set, entry.options);
      if (!allowed || !choices) return [];
      return allowed.flatMap((value, index) => {
        if (typeof value !== "string" || choices.some((choice) => choice.value === value)) return [];
        const message = `The list "${entry.options}" of ${entry.at} has no "${String(value)}"`;
        return [issueAt(source, `${toSchemaPointer(entry.at)}/enum/${index}`, "missing-option", message)];
      });
    }),
  );
