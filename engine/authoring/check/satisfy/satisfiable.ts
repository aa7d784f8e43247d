import type { FormModel } from "#engine/core/form/form-model.ts";
import { check, elsewhere, type Check, type Finding } from "../check.ts";
import type { DefinitionSet } from "../support/definition-set.ts";
import { innerForms, listModelledForms, type ModelledForm } from "../support/forms.ts";
import { findContradiction } from "./contradiction.ts";
import { hasAnswer } from "./find-answer.ts";

/** The forms whose answers may differ in this set. */
const affectedForms = (set: DefinitionSet): readonly ModelledForm[] =>
  listModelledForms(set).filter(({ source }) => set.context.affected?.has(source) ?? true);

const same = (model: FormModel): FormModel => model;

/** Requires one field, so that an answer must have it. */
const requiring =
  (pointer: string) =>
  (model: FormModel): FormModel => {
    const require = <F extends { pointer: string; field: object }>(field: F): F =>
      field.pointer === pointer ? { ...field, field: { ...field.field, require: true } } : field;
    const fields = model.fields.map(require);
    const byPointer = new Map(fields.map((field) => [field.pointer, field]));
    const sections = model.sections.map((section) => ({ ...section, fields: section.fields.map(require) }));
    return { ...model, fields, byPointer, sections };
  };

/** Findings depend on forms, rules and options alone, so organisations that change none of them share one search. */
const known = new WeakMap<object, { read: readonly object[]; findings: readonly Finding[] }>();

function findOnce(placed: ModelledForm, set: DefinitionSet): readonly Finding[] {
  const read = (["form", "rules", "options"] as const).flatMap((kind) => set.ofKind(kind).map((one) => one.document));
  const former = known.get(placed.form);
  if (former?.read.length === read.length && former.read.every((one, index) => one === read[index]))
    return former.findings;
  const findings = findUnanswerable(placed, set);
  known.set(placed.form, { read, findings });
  return findings;
}

function findUnanswerable(placed: ModelledForm, set: DefinitionSet): readonly Finding[] {
  const { form, model } = placed;
  const inner = new Set(innerForms(placed).map(({ id }) => id));
  const mounted = listModelledForms(set).filter((other) => inner.has(other.form.id));
  if (mounted.some((other) => findOnce(other, set).length > 0)) return [];
  const empty = new Set<string>();
  if (!hasAnswer(model, set, empty)) return toFindings("Nobody can send this form", findContradiction(form, set, same));
  return [...empty].flatMap((pointer) => {
    const adapt = requiring(pointer);
    if (hasAnswer(adapt(model), set)) return [];
    return toFindings(`Nobody can fill in ${pointer}`, findContradiction(form, set, adapt));
  });
}

/** Nothing of this form contradicts when a form that it mounts has no answer; that form has the finding. */
function toFindings(what: string, places: readonly string[]): Finding[] {
  const [first, ...others] = places;
  if (first === undefined) return [];
  const reason = others.length === 0 ? `${first} excludes every answer` : `${places.join(", ")} contradict each other`;
  return [elsewhere(first, `${what}: ${reason}`)];
}

/** Forms that cannot be sent. They are looked at when nothing else is wrong. */
export const satisfiableChecks: readonly Check[] = [
  check({
    code: "form/no-valid-answer",
    why: "No answer is valid, so the form can never be sent or the field never filled in",
    at: affectedForms,
    test: findOnce,
  }),
];
