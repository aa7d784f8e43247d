import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { findReferencedName, visitExpression } from "#engine/core/rules/visit-expression.ts";
import { isMap, type Expr } from "#engine/core/rules/expression.ts";
import { readPath } from "#engine/core/rules/own-value.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";

type Rules = Readonly<Record<string, Expr>>;

/** Values that rules compare with: the decisive values of a form. */
export interface Constants {
  /** By absolute pointer into the form data. */
  readonly data: ReadonlyMap<string, ReadonlySet<unknown>>;
  /** By dotted path of other roots; paths without comparison included. */
  readonly roots: ReadonlyMap<string, ReadonlySet<unknown>>;
}

/** Returns the values that the decisive rules of these forms compare with. `known`: roots from definitions. */
export function findConstants(
  sides: readonly { model: FormModel; rules: Rules; known: Readonly<Record<string, unknown>> }[],
): Constants {
  const data = new Map<string, Set<unknown>>();
  const roots = new Map<string, Set<unknown>>();
  for (const { model, rules, known } of sides) {
    for (const { value, base } of listDecidingExpressions(model)) {
      for (const { path, constants } of readWith(value, rules, known, new Set())) {
        const [root, ...steps] = path.split(".");
        const isData = root === "data";
        const key = isData ? base + steps.map((step) => `/${toPointerStep(step)}`).join("") : path;
        const into = isData ? data : roots;
        const all = into.get(key) ?? new Set();
        for (const constant of constants) all.add(constant);
        into.set(key, all);
      }
    }
  }
  return { data, roots };
}

/** Lists the expressions of a form that decide about presence, requirement, value or errors. */
export function* listDecidingExpressions(model: FormModel): Generator<{ value: unknown; base: string }> {
  for (const { field, base, when } of model.fields) {
    for (const condition of when) yield { value: condition.rule, base: condition.base };
    yield { value: [field.require, field.value, field.readOnly, field.dates?.min, field.dates?.max], base };
  }
  for (const { base, when, assert } of model.checks) yield { value: [when, assert], base };
}

function* readWith(
  value: unknown,
  rules: Rules,
  known: Readonly<Record<string, unknown>>,
  followed: ReadonlySet<string>,
): Generator<{ path: string; constants: unknown[] }> {
  for (const node of visitExpression(value)) {
    const rule = findReferencedName(node, "rule");
    if (rule !== undefined && !followed.has(rule))
      yield* readWith(rules[rule], rules, known, new Set([...followed, rule]));
    const path = findReferencedName(node, "var");
    if (path !== undefined) yield { path, constants: [] };
    const constants = node.operands.flatMap((operand) => toConstants(operand, known));
    for (const operand of node.operands) {
      const read = toPath(operand);
      if (read !== undefined) yield { path: read, constants };
    }
  }
}

const toPath = (operand: unknown): string | undefined => {
  const path = isMap(operand) && Object.keys(operand).length === 1 ? [operand["var"]].flat()[0] : undefined;
  return typeof path === "string" ? path : undefined;
};

/** Returns literals beside a `var`, numbers and dates with their neighbours; the keys of a map from definitions. */
function toConstants(operand: unknown, known: Readonly<Record<string, unknown>>): unknown[] {
  if (Array.isArray(operand)) return operand.flatMap((item) => toConstants(item, known));
  if (typeof operand === "number") return [operand - 1, operand, operand + 1];
  if (typeof operand !== "object") return [operand];
  const path = toPath(operand);
  const given = path === undefined ? undefined : readPath(known, path);
  return isMap(given) ? Object.keys(given) : [];
}
