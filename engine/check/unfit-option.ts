import { fixedChoices } from "./parts/choices.ts";
import { findSchema, listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";
import { judgeValue } from "./parts/shape.ts";

/** A choice that the data of its field would refuse: it is not in the enum, too long, of another pattern. */
export const unfitOption: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry, pointer }) => {
      const schema = findSchema(form.data, entry.at);
      const choices = entry.options === undefined ? undefined : fixedChoices(set, entry.options);
      if (!schema || !choices) return [];
      const wanted = { ...(schema.type === "array" ? schema.items : schema) };
      const [fault] = choices.flatMap(({ value }) => judgeValue(set.context.metas, wanted, value));
      if (!fault) return [];
      const message = `The list "${entry.options}" offers what ${entry.at} does not take: ${fault.message}`;
      return [issueAt(source, `${pointer}/options`, "unfit-option", message)];
    }),
  );
