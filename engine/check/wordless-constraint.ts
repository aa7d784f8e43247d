import { findSchema, listForms } from "./parts/entries.ts";
import { keywordsOf } from "./parts/keywords.ts";
import { issueAt, type Check } from "./parts/set.ts";
import { findValidationWords } from "./parts/validation-words.ts";

/** A field can be wrong in a way for which neither its form nor the catalogue of validation has words. */
export const wordlessConstraint: Check = (set) => {
  const words = findValidationWords(set);
  if (!words) return [];
  return listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry, pointer }) => {
      const schema = findSchema(form.data, entry.at);
      const own = Object.keys(((form.messages ?? {}) as Record<string, object>)[entry.at] ?? {});
      return keywordsOf(entry, schema)
        .filter((keyword) => {
          const common = Object.hasOwn(words, keyword) ? (words[keyword] ?? {}) : {};
          const names = [schema?.format ?? "", entry.widget, "otherwise"];
          return !own.includes(keyword) && !names.some((name) => Object.hasOwn(common, name));
        })
        .map((keyword) => {
          const message = `Nothing says what is wrong where ${entry.at} breaks "${keyword}"`;
          return issueAt(source, pointer, "wordless-constraint", message);
        });
    }),
  );
};
