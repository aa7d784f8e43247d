import { resolveText, type Text, type Translate } from "#engine/core/definitions/text.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import type { FieldModel, FormModel } from "./form-model.ts";
import { writeNumber } from "./field-numbers.ts";
import { findMessageField, toAncestorPointers } from "./message-field.ts";

/** Source of error messages: catalogues/validation by keyword, then by format or widget, and the translation. */
export interface Messages {
  readonly validation: Readonly<Record<string, Readonly<Record<string, Text>>>>;
  readonly translate: Translate;
}

/** The label of a field, without ' (Optional)'. */
export function toLabel({ field }: FieldModel, scope: Scope, translate: Translate): string {
  return resolveText(field.label, scope, translate);
}

/** A fault of a field: the broken keyword, values of its message's placeholders, and the pointer inside the value. */
export interface FieldFault {
  readonly keyword: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly place?: string;
}

/**
 * Returns the message for a broken keyword: the form's own, else the catalogue's for the format, for a label that is a
 * question, for the widget, or in general. `{label}` and `values` (`{n}` is a limit) fill it. The check requires a
 * message for every constraint; without a catalogue the label is the message. `isThere` selects the field of a group's
 * message.
 */
export function toMessage(
  model: FormModel,
  field: FieldModel,
  { keyword, values, place = field.pointer }: FieldFault,
  scope: Scope,
  { validation, translate }: Messages,
  isThere: (field: FieldModel) => boolean = () => true,
): string {
  const byKeyword = findOwn(validation, keyword) ?? {};
  const format = field.schema.format;
  const label = toLabel(field, scope, translate);
  const text =
    findFormText(model, field, keyword, place, isThere) ??
    (format === undefined ? undefined : findOwn(byKeyword, format)) ??
    (isQuestion(label) ? findOwn(byKeyword, questionName) : undefined) ??
    findOwn(byKeyword, field.field.widget) ??
    findOwn(byKeyword, "otherwise");
  const written = numericKeywords.has(keyword) ? { ...values, n: writeLimit(field, values?.["n"], scope) } : values;
  return text === undefined ? label : resolveText(text, scope, translate, { label, ...written });
}

const numericKeywords: ReadonlySet<string> = new Set(["minimum", "maximum", "multipleOf"]);

/** The limit of a number, as the field writes its value. */
function writeLimit({ field }: FieldModel, limit: unknown, { roots }: Scope): string {
  return writeNumber(field, limit, (roots["env"] as { locale?: unknown } | undefined)?.locale);
}

/** The form's own message at the pointer, else at the nearest ancestor that belongs to this field. */
function findFormText(
  model: FormModel,
  field: FieldModel,
  keyword: string,
  place: string,
  isThere: (field: FieldModel) => boolean,
): Text | undefined {
  const at = toAncestorPointers(place).find(
    (above) =>
      findOwn(model.messages.get(above), keyword) !== undefined && findMessageField(model, above, isThere) === field,
  );
  return at === undefined ? undefined : findOwn(model.messages.get(at), keyword);
}

/** The entry of the catalogue for labels that are questions. */
export const questionName = "question";

/** Matches the question mark of any script. "Select Is it yours?" would not be a sentence. */
const isQuestion = (label: string): boolean => /[?？؟]\s*$/.test(label);

function findOwn<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined;
}
