import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findNamed, visitExpression } from "#engine/rules/visit.ts";
import { isMap, type Expr } from "#engine/rules/expression.ts";
import { readPath } from "#engine/rules/own-value.ts";
import type { FormModel } from "#engine/form/form-model.ts";

type Rules = Readonly<Record<string, Expr>>;

/** What the rules of a form read and compare with: at these values they change their mind. */
export interface Constants {
  /** By absolute pointer into the form's data. */
  readonly data: ReadonlyMap<string, ReadonlySet<unknown>>;
  /** By dotted path below the other roots, also of paths that are compared with nothing. */
  readonly roots: ReadonlyMap<string, ReadonlySet<unknown>>;
}

/** Everything that the deciding rules of these forms compare their fields and roots with. `known` are roots that documents give. */
export function findConstants(
  sides: readonly { model: FormModel; rules: Rules; known: Readonly<Record<string, unknown>> }[],
): Constants {
  const data = new Map<string, Set<unknown>>();
  const roots = new Map<string, Set<unknown>>();
  for (const { model, rules, known } of sides) {
    for (const { value, base } of deciding(model)) {
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

/** Every expression of a form that decides what is there, asked for, computed or refused. */
export function* deciding(model: FormModel): Generator<{ value: unknown; base: string }> {
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
    const rule = findNamed(node, "rule");
    if (rule !== undefined && !followed.has(rule))
      yield* readWith(rules[rule], rules, known, new Set([...followed, rule]));
    const path = findNamed(node, "var");
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

/** Literals beside a `var`, numbers and dates with their neighbours; of a map that documents give, its keys. */
function toConstants(operand: unknown, known: Readonly<Record<string, unknown>>): unknown[] {
  if (Array.isArray(operand)) return operand.flatMap((item) => toConstants(item, known));
  if (typeof operand === "number") return [operand - 1, operand, operand + 1];
  if (typeof operand !== "object") return [operand];
  const path = toPath(operand);
  const given = path === undefined ? undefined : readPath(known, path);
  return isMap(given) ? Object.keys(given) : [];
}
