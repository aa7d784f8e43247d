import { putAt, readAt, type DataTree } from "#engine/core/form/data-tree.ts";
import { toDateShape, toIsoDate } from "#engine/core/form/date-values.ts";
import type { DerivedForm } from "#engine/core/form/derive.ts";
import {
  isWithin,
  toDataPointer,
  type FieldModel,
  type FormModel,
  type PageModel,
} from "#engine/core/form/form-model.ts";
import { evaluate, isTrue, type Expr, type Rule, type Scope } from "#engine/core/rules/evaluate.ts";
import { isMap, toOperands } from "#engine/core/rules/expression.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import { toSampleValues } from "#engine/authoring/release/parts/sample-values.ts";
import { pointerSteps } from "#engine/core/base/json-pointer.ts";
import { listPatterns } from "./text-patterns.ts";
import { findPartSchema, withPart, type FieldValues } from "./field-values.ts";

/** Another value of one input: a field by its pointer, or a value of another root by its path. */
export interface Move {
  readonly input: string;
  readonly value: unknown;
}

/** The state of a search: the form as it is derived, and the values that it may give to each input. */
export interface Situation {
  readonly derived: DerivedForm;
  readonly fields: readonly FieldModel[];
  readonly byPointer: ReadonlyMap<string, FieldModel>;
  readonly bases: FormModel["bases"];
  /** The page that shows a field. */
  pageOf(pointer: string): PageModel | undefined;
  readonly values: FieldValues;
  /** The values of the fields as they were chosen. */
  readonly chosen: ReadonlyMap<string, unknown>;
  readonly roots: DataTree;
  /** Values that a path of another root may have; undefined for a path whose value is fixed. */
  toRootValues(path: string): readonly unknown[] | undefined;
  readonly now: string;
}

/** Maximum number of moves that one condition yields. */
const movesMax = 16;
/** Maximum depth of named rules and computed fields. */
const depthMax = 12;

/** Returns moves after which a condition probably is as wanted. They are alternatives. */
export function solve(rule: Rule | undefined, wanted: boolean, base: string, situation: Situation, depth = 0): Move[] {
  const scope = situation.derived.scopeAt(base);
  if (typeof rule !== "object" || rule === null || depth > depthMax || isTrue(rule, scope) === wanted) return [];
  const [operator = ""] = Object.keys(rule);
  const operands = toOperands((rule as Readonly<Record<string, Expr>>)[operator] ?? null);
  const [first] = operands;
  const next = (expr: Expr | undefined, result: boolean): Move[] =>
    solve(expr as Rule, result, base, situation, depth + 1);
  if (operator === "!") return next(first, !wanted);
  if (operator === "rule" && typeof first === "string") return next(scope.rules[first], wanted);
  if (operator === "and" || operator === "or") return operands.flatMap((operand) => next(operand, wanted));
  return solveLeaf(rule, wanted, base, situation);
}

/** An input that a path reads, and the part of its value that the path names. */
interface Input {
  readonly name: string;
  readonly field?: FieldModel;
  readonly part: readonly string[];
  /** A computed field reads it, so that its effect shows only after the next derivation. */
  readonly isIndirect?: true;
}

/** Returns moves of single inputs that make a condition without inner conditions as wanted. */
function solveLeaf(rule: Expr, wanted: boolean, base: string, situation: Situation): Move[] {
  const scope = situation.derived.scopeAt(base);
  const targets = toTargets(rule, scope);
  const patterns = wanted ? listPatterns(rule) : [];
  const moves: Move[] = [];
  for (const input of listInputs(rule, base, situation)) {
    for (const value of toValues(input, targets, patterns, situation)) {
      if (moves.length >= movesMax) return moves;
      if (!input.isIndirect && !isAfter(input, value, () => isTrue(rule as Rule, scope) === wanted, situation))
        continue;
      moves.push({ input: input.name, value });
    }
  }
  return moves;
}

/** The inputs that an expression reads, those of computed fields included. */
export function listInputs(expr: unknown, base: string, situation: Situation, depth = 0): Input[] {
  const rules = situation.derived.scopeAt(base).rules;
  return readPaths(expr, rules).flatMap((path): Input[] => {
    const pointer = toDataPointer(path, base, situation);
    if (pointer === undefined) return situation.toRootValues(path) ? [{ name: path, part: [] }] : [];
    const steps = pointerSteps(pointer);
    return situation.fields
      .filter((field) => isWithin(pointer, [field.pointer]) || isWithin(field.pointer, [pointer]))
      .flatMap((field) => {
        const { value } = field.field;
        if (value !== undefined) {
          const inner = depth > depthMax ? [] : listInputs(value, field.base, situation, depth + 1);
          return inner.map((input): Input => ({ ...input, isIndirect: true }));
        }
        return [{ name: field.pointer, field, part: steps.slice(field.steps.length) }];
      });
  });
}

function toValues(
  { name, field, part }: Input,
  targets: Targets,
  patterns: readonly string[],
  situation: Situation,
): unknown[] {
  const { values, chosen, now } = situation;
  if (!field) return [...targets(readAt(situation.roots, name.split("."))), ...(situation.toRootValues(name) ?? [])];
  const current = chosen.get(name);
  if (part.length > 0) {
    const schema = findPartSchema(field.schema, part);
    const parts = schema ? toSampleValues({ schemas: [schema], choices: [], constants: [], now }) : [];
    const whole = current ?? values.first(field);
    return [undefined, ...targets(readAt(whole, part)), ...parts.slice(0, 40)]
      .map((one) => withPart(whole, part, one))
      .filter((value) => values.accepts(field, value));
  }
  const matched = patterns.length > 0 ? values.matching(field, patterns) : [];
  const wanted = [...matched, ...targets(current).map((value) => toShape(value, field))];
  const fitting = wanted.filter((value) => value !== undefined && values.accepts(field, value));
  return [...fitting, ...values.some(field), undefined];
}

const toShape = (value: unknown, { schema: { format } }: FieldModel): unknown =>
  typeof value === "string" && format !== undefined ? toDateShape(value, format) : value;

/** Values to try for an input with a current value, so that the operands of a comparison become equal or nearly so. */
type Targets = (current: unknown) => unknown[];

function toTargets(rule: Expr, scope: Scope): Targets {
  const sides = (isMap(rule) ? toOperands(Object.values(rule)[0] as Expr) : []).map((side) => evaluate(side, scope));
  return (current) =>
    sides.flatMap((side) => {
      if (Array.isArray(side)) return side.slice(0, 40) as unknown[];
      if (typeof side === "string") return [side, ...daysAround(side)];
      if (typeof side === "number") return numbersAround(side, sides, typeof current === "number" ? current : 0);
      return side === undefined || side === null ? [] : [side];
    });
}

/** A number, and what `current` must become when it is added to, taken from or multiplied with others. */
function numbersAround(side: number, sides: readonly unknown[], current: number): number[] {
  const others = sides.filter((other): other is number => typeof other === "number" && other !== side);
  const exact = [
    side,
    ...others.flatMap((other) => [current + other - side, current - other + side, (current * other) / side]),
  ];
  return exact
    .filter(Number.isFinite)
    .flatMap((one) => [one, one + 1, one - 1, Math.round(one), one + 0.01, one - 0.01]);
}

const dayMs = 86_400_000;
/** The days before and after a date, as yyyy-MM-dd. */
export function daysAround(text: unknown): string[] {
  const day = toIsoDate(text);
  if (day === undefined) return [];
  return [0, 1, -1].map((days) => new Date(new Date(day).getTime() + days * dayMs).toISOString().slice(0, 10));
}

/** Returns whether a condition is true with another value of an input. */
function isAfter({ name, field }: Input, value: unknown, test: () => boolean, situation: Situation): boolean {
  const tree = field ? situation.derived.data : situation.roots;
  const steps = field ? field.steps : name.split(".");
  let holder: DataTree = tree;
  let depth = 0;
  for (; depth < steps.length - 1 && isMap(holder[steps[depth]!]); depth += 1)
    holder = holder[steps[depth]!] as DataTree;
  const changed = steps[depth]!;
  const former = Object.getOwnPropertyDescriptor(holder, changed);
  putAt(tree, steps, value);
  if (value === undefined) delete holder[changed];
  const holds = test();
  if (former) Object.defineProperty(holder, changed, former);
  else delete holder[changed];
  return holds;
}

/** Returns moves of the inputs that an expression reads: the wanted values, then all others, without a test. */
export function listMoves(expr: unknown, base: string, situation: Situation, wanted: readonly unknown[] = []): Move[] {
  return listInputs(expr, base, situation).flatMap((input) =>
    toValues(input, () => [...wanted], [], situation).map((value) => ({ input: input.name, value })),
  );
}
