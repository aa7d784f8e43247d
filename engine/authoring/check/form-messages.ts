import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { incompleteKeyword, orderKeyword } from "#engine/core/form/date-range-values.ts";
import { repeatedKeyword } from "#engine/core/form/file-values.ts";
import { moneyWidget } from "#engine/core/form/field-numbers.ts";
import { isWithin } from "#engine/core/form/form-model.ts";
import { questionName } from "#engine/core/form/messages.ts";
import { signatureWidget } from "#engine/core/form/signature-values.ts";
import { unchangedKeyword } from "#engine/core/form/unchanged.ts";
import { unknownKeyword, wholeKeyword } from "#engine/core/form/validate.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { findSchema, listFields, listForms, type PlacedForm } from "./support/forms.ts";
import { keywords, keywordsInside, keywordsOf } from "./support/message-keywords.ts";
import { definitions } from "./support/places.ts";
import { didYouMean } from "./support/suggestion.ts";

const validationCatalogue = definitions("validation");

/** The messages that forms have for their own fields. */
const messages = (set: DefinitionSet) =>
  listForms(set).flatMap((placed) =>
    Object.entries(placed.form.messages ?? {}).flatMap(([at, own]) =>
      Object.keys(own).map((keyword) => ({
        source: placed.source,
        pointer: `/messages/${toPointerStep(at)}/${toPointerStep(keyword)}`,
        placed,
        at,
        keyword,
      })),
    ),
  );

/** The keywords that the value at a pointer can violate; undefined for a field of a mounted form. */
function possibleKeywords({ form, fields }: PlacedForm, at: string): string[] | undefined {
  const schema = findSchema(form.data, at);
  const own = fields.find(({ entry }) => entry.at === at);
  if (own) return keywordsOf(own.entry, schema);
  return fields.some(({ entry }) => isWithin(at, [entry.at])) ? keywordsInside(schema) : undefined;
}

/** Messages by keyword, then by format, by widget, or "otherwise". */
type Messages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The messages of the catalogue of validation; undefined without the catalogue. */
const commonMessages = (set: DefinitionSet): Messages | undefined => set.find("validation", "validation")?.messages;

/** Keywords of the form as a whole. They do not depend on its fields. */
const formKeywords: ReadonlySet<string> = new Set([unknownKeyword, unchangedKeyword]);

/** Messages about numbers, ranges and lists stay without a field of them: an author adds one without another change. */
const keptKeywords: ReadonlySet<string> = new Set([
  wholeKeyword,
  "minimum",
  "maximum",
  "multipleOf",
  incompleteKeyword,
  orderKeyword,
  "minItems",
  "maxItems",
  repeatedKeyword,
]);
const keptWidgets: ReadonlySet<string> = new Set(["number", moneyWidget, signatureWidget]);

/** Names of messages that do not depend on a field's format or widget. */
const anyField: ReadonlySet<string> = new Set(["otherwise", questionName]);

/** Every keyword that some field can violate, with the formats and widgets of those fields. */
function usedKeywords(set: DefinitionSet): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  for (const { entry, schema } of listFields(set)) {
    for (const keyword of keywordsOf(entry, schema)) {
      const names = used.get(keyword) ?? new Set<string>();
      used.set(keyword, names.add(entry.widget).add(schema?.format ?? ""));
    }
  }
  return used;
}

/** Faults of the messages that people read when a value is invalid. */
export const formMessageChecks: readonly Check[] = [
  check({
    code: "form/unknown-message",
    why: "No value violates a keyword of this name, so the message is never shown",
    at: messages,
    test: ({ keyword }) =>
      keywords.includes(keyword) ? undefined : `No value violates "${keyword}"${didYouMean(keyword, keywords)}`,
  }),
  check({
    code: "form/message-never-shown",
    why: "The field cannot violate the keyword, so the message is never shown",
    at: messages,
    test: ({ placed, at, keyword }) => {
      const possible = possibleKeywords(placed, at);
      if (!keywords.includes(keyword) || !possible || possible.includes(keyword)) return undefined;
      return `${at} never violates "${keyword}"`;
    },
  }),
  check({
    code: "form/missing-message",
    why: "People would not learn what is wrong with their answer",
    at: listFields,
    test: ({ entry, schema, placed: { form } }, set) => {
      const common = commonMessages(set);
      if (!common) return undefined;
      const own = Object.keys(((form.messages ?? {}) as Record<string, object>)[entry.at] ?? {});
      const names = [schema?.format ?? "", entry.widget, "otherwise"];
      return keywordsOf(entry, schema)
        .filter((keyword) => {
          const shared = Object.hasOwn(common, keyword) ? (common[keyword] ?? {}) : {};
          return !own.includes(keyword) && !names.some((name) => Object.hasOwn(shared, name));
        })
        .map((keyword) => below("", `No message states what is wrong when ${entry.at} violates "${keyword}"`));
    },
  }),
];

/** Messages that no field uses. */
export const unusedMessageChecks: readonly Check[] = [
  check({
    code: "form/unused-common-message",
    why: "No field violates the keyword, so the message is never shown",
    allowable: true,
    unused: true,
    removable: true,
    at: validationCatalogue,
    test: (_catalogue, set) => {
      const used = set.once(usedKeywords);
      return Object.entries(commonMessages(set) ?? {}).flatMap(([keyword, texts]) => {
        if (formKeywords.has(keyword) || keptKeywords.has(keyword)) return [];
        const at = `/messages/${toPointerStep(keyword)}`;
        const names = used.get(keyword);
        if (!names) return [below(at, `No field violates "${keyword}"`)];
        return Object.keys(texts)
          .filter((name) => !anyField.has(name) && !keptWidgets.has(name) && !names.has(name))
          .map((name) => below(`${at}/${toPointerStep(name)}`, `No field of "${name}" violates "${keyword}"`));
      });
    },
  }),
];
