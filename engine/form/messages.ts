import { resolveText, type Text, type Translate } from "#engine/documents/text.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import { findAnchor, toPlacesUp } from "./anchor.ts";
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

/** What is wrong at a field: the keyword that is broken, what fills the gaps of its words, and the place inside the value. */
export interface Broken {
  readonly keyword: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly place?: string;
}

/**
 * What is said when a field breaks a keyword: the form's own message, else the catalogue's for its format, a label that
 * asks a question, its widget or anything. `{label}` and `values` (`{n}` is a limit) are filled in. The check lets no
 * field have a constraint without words; without a catalogue the label alone is said. `isThere` tells for which field a
 * message at a group speaks.
 */
export function toMessage(
  model: FormModel,
  field: FieldModel,
  { keyword, values, place = field.pointer }: Broken,
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
  return text === undefined ? label : resolveText(text, scope, translate, { label, ...values });
}

/** The form's own words: those at the very place, else at the nearest around it that speaks for this field. */
function findFormText(
  model: FormModel,
  field: FieldModel,
  keyword: string,
  place: string,
  isThere: (field: FieldModel) => boolean,
): Text | undefined {
  const at = toPlacesUp(place).find(
    (above) => findOwn(model.messages.get(above), keyword) !== undefined && findAnchor(model, above, isThere) === field,
  );
  return at === undefined ? undefined : findOwn(model.messages.get(at), keyword);
}

/** Under which the catalogue says what is said of a label that asks a question. */
export const questionName = "question";

/** With the question mark of any script; "Select Is it yours?" is no sentence. */
const isQuestion = (label: string): boolean => /[?？؟]\s*$/.test(label);

function findOwn<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined;
}
