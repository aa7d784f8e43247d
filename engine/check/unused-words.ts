import { toPointerStep } from "#engine/base/json-pointer.ts";
import { questionName } from "#engine/form/messages.ts";
import { unchangedKeyword } from "#engine/form/replaced.ts";
import { unknownKeyword } from "#engine/form/validate.ts";
import { findSchema, listForms } from "./parts/entries.ts";
import { keywordsOf } from "./parts/keywords.ts";
import { idleAt, type Check, type DocumentSet } from "./parts/set.ts";
import { findValidationWords } from "./parts/validation-words.ts";

/** What is said of any form, whatever its fields are. */
const formKeywords: ReadonlySet<string> = new Set([unknownKeyword, unchangedKeyword]);

/** Labels ask a question or not as their authors please. */
const anyField: ReadonlySet<string> = new Set(["otherwise", questionName]);

/** Words of the catalogue of validation that no field ever raises. */
export const unusedWords: Check = (set) => {
  const [source] = set.ofKind("validation");
  const raised = set.once(raisedKeywords);
  if (!source) return [];
  return Object.entries(findValidationWords(set) ?? {}).flatMap(([keyword, words]) => {
    if (formKeywords.has(keyword)) return [];
    const at = `/messages/${toPointerStep(keyword)}`;
    const names = raised.get(keyword);
    if (!names) return [idleAt(source, at, "unused-words", `No field breaks "${keyword}"`)];
    return Object.keys(words)
      .filter((name) => !anyField.has(name) && !names.has(name))
      .map((name) =>
        idleAt(source, `${at}/${toPointerStep(name)}`, "unused-words", `No field of "${name}" breaks "${keyword}"`),
      );
  });
};

/** Every keyword that some field can break, with the formats and widgets of those fields. */
function raisedKeywords(set: DocumentSet): ReadonlyMap<string, ReadonlySet<string>> {
  const raised = new Map<string, Set<string>>();
  for (const { form, fields } of listForms(set)) {
    for (const { entry } of fields) {
      const schema = findSchema(form.data, entry.at);
      for (const keyword of keywordsOf(entry, schema)) {
        const names = raised.get(keyword) ?? new Set<string>();
        raised.set(keyword, names.add(entry.widget).add(schema?.format ?? ""));
      }
    }
  }
  return raised;
}
