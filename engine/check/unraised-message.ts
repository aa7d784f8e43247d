import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findSchema, listForms } from "./parts/entries.ts";
import { keywords, keywordsOf } from "./parts/keywords.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A message for a fault that its field cannot have. */
export const unraisedMessage: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry }) => {
      const messages = (form.messages ?? {}) as Record<string, object>;
      const raised = keywordsOf(entry, findSchema(form.data, entry.at));
      return Object.keys(Object.hasOwn(messages, entry.at) ? (messages[entry.at] as object) : {})
        .filter((keyword) => keywords.includes(keyword) && !raised.includes(keyword))
        .map((keyword) => {
          const pointer = `/messages/${toPointerStep(entry.at)}/${keyword}`;
          return issueAt(source, pointer, "unraised-message", `${entry.at} never breaks "${keyword}"`);
        });
    }),
  );
