import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isWithin } from "#engine/form/form-model.ts";
import { findSchema, listForms, type PlacedForm } from "./parts/entries.ts";
import { keywords, keywordsInside, keywordsOf } from "./parts/keywords.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A message for a fault that its field, or its part of a field's value, cannot have. */
export const unraisedMessage: Check = (set) =>
  listForms(set).flatMap((placed) =>
    Object.entries(placed.form.messages ?? {}).flatMap(([at, messages]) => {
      const raised = findRaised(placed, at);
      return Object.keys(messages)
        .filter((keyword) => keywords.includes(keyword) && raised && !raised.includes(keyword))
        .map((keyword) => {
          const pointer = `/messages/${toPointerStep(at)}/${keyword}`;
          return issueAt(placed.source, pointer, "unraised-message", `${at} never breaks "${keyword}"`);
        });
    }),
  );

/** What can be broken at a place; undefined where fields of another form stand. */
function findRaised({ form, fields }: PlacedForm, at: string): string[] | undefined {
  const schema = findSchema(form.data, at);
  const own = fields.find(({ entry }) => entry.at === at);
  if (own) return keywordsOf(own.entry, schema);
  return fields.some(({ entry }) => isWithin(at, [entry.at])) ? keywordsInside(schema) : undefined;
}
