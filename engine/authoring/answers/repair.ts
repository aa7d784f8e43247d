import { toDateShape } from "#engine/core/form/date-values.ts";
import { isDateRange } from "#engine/core/form/date-range-values.ts";
import { isWithin, type FieldModel } from "#engine/core/form/form-model.ts";
import type { ScopedRule } from "#engine/core/form/lists.ts";
import { evaluate, isTrue } from "#engine/core/rules/evaluate.ts";
import type { Fault, FormJudge } from "#engine/authoring/release/accepts-stored-data.ts";
import { daysAround, listMoves, solve, type Move, type Situation } from "./solve.ts";

/** What an answer must have at a field: any value, this value, a requirement that applies, or its page. */
export interface Goal {
  readonly pointer: string;
  readonly has: "value" | "requirement" | "page" | { readonly value: unknown };
}

/** Returns moves towards a goal; undefined when the answer has it. */
export function solveGoal({ pointer, has }: Goal, situation: Situation): Move[] | undefined {
  const field = situation.byPointer.get(pointer);
  const state = situation.derived.fields[pointer];
  if (!field || !state) return [];
  if (has === "page") return solvePage(pointer, situation);
  if (!state.visible) return makeVisible(field, situation);
  if (has === "requirement")
    return state.required ? undefined : solve(field.field.require, true, field.base, situation);
  if (has === "value") return state.value === undefined ? fill(field, situation) : undefined;
  const chosen = Array.isArray(state.value) ? state.value : [state.value];
  return chosen.includes(has.value) ? undefined : setTo(field, has.value, situation);
}

const setTo = ({ pointer, schema, field, base }: FieldModel, value: unknown, situation: Situation): Move[] => [
  { input: pointer, value: schema.type === "array" ? [value] : value },
  ...(field.readOnly === undefined ? [] : solve(field.readOnly, false, base, situation)),
];

/** Returns moves that show the page of a field; undefined when it is shown. */
function solvePage(pointer: string, situation: Situation): Move[] | undefined {
  const failing = findHidingRule(situation.pageOf(pointer)?.when ?? [], situation);
  return failing && solve(failing.rule, true, failing.base, situation);
}

const findHidingRule = (when: readonly ScopedRule[], { derived }: Situation): ScopedRule | undefined =>
  when.find(({ rule, base }) => !isTrue(rule, derived.scopeAt(base)));

/** Conditions are solved from outside to inside, because an absent section hides what is in it. */
function makeVisible({ when }: FieldModel, situation: Situation): Move[] {
  const failing = findHidingRule(when, situation);
  return failing ? solve(failing.rule, true, failing.base, situation) : [];
}

/** Returns moves that give a field a value. A computed or read-only one depends on others. */
function fill({ pointer, field, base, ...rest }: FieldModel, situation: Situation): Move[] {
  const written = { pointer, field, base, ...rest };
  if (field.value !== undefined) return listMoves(field.value, base, situation, situation.values.some(written));
  const typed = [situation.values.first(written), ...situation.values.some(written)];
  return [
    ...typed.filter((value) => value !== undefined).map((value) => ({ input: pointer, value })),
    ...(field.readOnly === undefined ? [] : solve(field.readOnly, false, base, situation)),
    ...(field.readOnly === undefined ? [] : listMoves(field.initial, base, situation)),
  ];
}

/** Returns moves that may correct a fault: of the field itself, then of what its rules read. */
export function solveFault({ pointer, keyword }: Fault, { model }: FormJudge, situation: Situation): Move[] {
  const field = model.byPointer.get(pointer);
  if (!field) return [];
  const hide = () => field.when.flatMap(({ rule, base }) => solve(rule, false, base, situation));
  const clear = { input: pointer, value: undefined };
  if (keyword === "require")
    return [...fill(field, situation), ...solve(field.field.require, false, field.base, situation), ...hide()];
  const check = model.checks.find(({ id, base }) => keyword === `check:${id}` && isWithin(pointer, [base]));
  if (check)
    return [
      ...solve(check.assert, true, check.base, situation),
      ...solve(check.when, false, check.base, situation),
      clear,
      ...hide(),
    ];
  if (field.field.value !== undefined) return [...fill(field, situation), ...hide()];
  return [...toDays(field, situation), ...fill(field, situation), ...ofBounds(field, situation), clear, ...hide()];
}

/** Days at the bounds of a date, and around them. */
function toDays({ pointer, field, schema, base }: FieldModel, situation: Situation): Move[] {
  const { dates } = field;
  if (!dates) return [];
  const scope = situation.derived.scopeAt(base);
  const bounds = [dates.min, dates.max].map((bound) => (bound === undefined ? undefined : evaluate(bound, scope)));
  const days = [situation.now, ...bounds].flatMap((day) => [...daysAround(day)]);
  if (!isDateRange(field))
    return days.map((day) => ({ input: pointer, value: toDateShape(day, schema.format ?? "date") }));
  const format = schema.properties?.["from"]?.format ?? "date";
  return days.map((day) => {
    const shaped = toDateShape(day, format);
    return { input: pointer, value: { from: shaped, to: shaped } };
  });
}

/** Moves of the fields that bounds read. */
const ofBounds = ({ field: { dates }, base }: FieldModel, situation: Situation): Move[] =>
  dates === undefined ? [] : listMoves([dates.min, dates.max], base, situation);
