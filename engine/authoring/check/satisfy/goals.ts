import { isWithin, toDataPointer, type FieldModel, type FormModel } from "#engine/core/form/form-model.ts";
import { holds } from "#engine/core/form/derive.ts";
import { findPage } from "#engine/core/form/pages.ts";
import { toOptionValues } from "#engine/core/form/options.ts";
import type { FoundAnswer } from "#engine/authoring/answers/find-answer.ts";
import type { Goal } from "#engine/authoring/answers/repair.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import type { DefinitionSet } from "../support/definition-set.ts";

/** Maximum number of choices of a list that are tried. */
const choicesMax = 60;

/**
 * What some answer of a form must have: each page, a value in each field that can be typed, each choice, and each
 * conditional requirement. A field that its author hides with `false` needs none.
 */
export function listGoals(model: FormModel, set: DefinitionSet): Goal[] {
  const isDrawn = ({ field }: FieldModel) => set.definition(`widget-${field.widget}`)["x-undrawn"] !== true;
  const open = model.fields.filter((field) => isGoalRow(field) && !field.when.some(({ rule }) => rule === false));
  const typed = open.filter((one) => isDrawn(one) && one.field.value === undefined && one.field.readOnly !== true);
  return [
    ...listPageGoals(model),
    ...typed.map(({ pointer }): Goal => ({ pointer, has: "value" })),
    ...typed.flatMap((field) =>
      toChoices(field, set).map((value): Goal => ({ pointer: field.pointer, has: { value } })),
    ),
    // A form that is mounted is looked at by itself.
    ...open
      .filter((field) => isMap(field.field.require) && field.base === "" && readsFields(field, model, set))
      .map(({ pointer }): Goal => ({ pointer, has: "requirement" })),
  ];
}

/** Each page, by its first field. A page that its author hides with `false` needs no answer. */
const listPageGoals = ({ pages }: FormModel): Goal[] =>
  pages
    .filter(({ when }) => !when.some(({ rule }) => rule === false))
    .flatMap(({ sections }) => sections.flatMap(({ fields }) => fields).slice(0, 1))
    .map(({ pointer }): Goal => ({ pointer, has: "page" }));

/** The second row of a list: only there can rules compare with the row before. */
const isGoalRow = ({ row }: FieldModel): boolean => !row || row.index === Math.min(1, row.list.max - 1);

/** The same goal in the first row of a list; undefined outside of lists. */
export function toFirstRow(goal: Goal, { byPointer }: FormModel): Goal | undefined {
  const row = byPointer.get(goal.pointer)?.row;
  if (!row || row.index === 0) return undefined;
  return { ...goal, pointer: `${row.list.pointer}/0${goal.pointer.slice(row.pointer.length)}` };
}

/** A rule of another form may read data that this form does not have. */
const readsFields = ({ field }: FieldModel, model: FormModel, set: DefinitionSet): boolean =>
  readPaths(field.require, set.rules).every((path) => {
    const pointer = toDataPointer(path, "", model);
    return pointer === undefined || model.fields.some((one) => isWithin(pointer, [one.pointer]));
  });

function toChoices({ field, schema }: FieldModel, set: DefinitionSet): readonly unknown[] {
  if (field.options === undefined) return (schema.enum ?? []).slice(0, choicesMax);
  const values = toOptionValues(field.options, (name) => set.find("options", name));
  return [...(values?.allowed ?? [])].slice(0, choicesMax);
}

/** Returns whether an answer has what a goal wants. */
export function reaches({ derived }: FoundAnswer, { pointer, has }: Goal, model: FormModel): boolean {
  if (has === "page") return holds(findPage(model, pointer)?.when ?? [], derived.scopeAt);
  const state = derived.fields[pointer];
  if (!state?.visible) return false;
  if (has === "requirement") return state.required;
  if (has === "value") return state.value !== undefined;
  return [state.value].flat().includes(has.value);
}
