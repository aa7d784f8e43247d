import { fillText, resolveText, type Text, type Translate } from "#engine/documents/text.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import type { FieldModel, FormModel } from "./form-model.ts";

/** Words for errors: catalogues/validation by keyword, then by format or widget, and the candidate's language. */
export interface Messages {
  readonly validation: Readonly<Record<string, Readonly<Record<string, Text>>>>;
  readonly translate: Translate;
}

/** The label of a field as a person reads it, without ' (Optional)'. */
export function toLabel({ field }: FieldModel, scope: Scope, translate: Translate): string {
  return resolveText(field.label, scope, translate);
}

/**
 * What is said when a field breaks `keyword`: the form's own message, else the catalogue's for its format, a label that
 * asks a question, its widget or anything. `{label}` and `values` (`{n}` is a limit) are filled in. The check lets no field have a constraint without
 * words; without a catalogue the label alone is said.
 */
export function toMessage(
  model: FormModel,
  field: FieldModel,
  keyword: string,
  values: Record<string, unknown>,
  scope: Scope,
  { validation, translate }: Messages,
): string {
  const own = findOwn(model.messages.get(field.pointer), keyword);
  const byKeyword = findOwn(validation, keyword) ?? {};
  const format = field.schema.format;
  const label = toLabel(field, scope, translate);
  const text =
    own ??
    (format === undefined ? undefined : findOwn(byKeyword, format)) ??
    (isQuestion(label) ? findOwn(byKeyword, questionName) : undefined) ??
    findOwn(byKeyword, field.field.widget) ??
    findOwn(byKeyword, "otherwise");
  const template = text === undefined ? "{label}" : resolveText(text, scope, translate);
  return fillText(template, { label, ...values });
}

/** Under which the catalogue says what is said of a label that asks a question. */
export const questionName = "question";

/** With the question mark of any script; "Select Is it yours?" is no sentence. */
const isQuestion = (label: string): boolean => /[?？؟]\s*$/.test(label);

function findOwn<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined;
}
