import { fixedChoices } from "./parts/choices.ts";
import { findSchema, listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";
import { judgeValue } from "./parts/shape.ts";

/** An example that its own field would refuse, or that its list does not offer. */
export const unfitExample: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry: { at, example, options }, pointer }) => {
      const schema = findSchema(form.data, at);
      if (example === undefined || !schema) return [];
      const choices = options === undefined ? undefined : fixedChoices(set, options);
      const offered = !choices || choices.some(({ value }) => value === example);
      const [fault] = judgeValue(set.context.metas, { ...schema }, example);
      if (offered && !fault) return [];
      const why = fault ? fault.message : `the list "${options}" does not offer it`;
      return [issueAt(source, `${pointer}/example`, "unfit-example", `${at} does not take its example: ${why}`)];
    }),
  );
