import type { DataSchema } from "#engine/core/definitions/form.ts";
import type { Expr, Rule } from "#engine/core/rules/evaluate.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import { listSteps, ownSteps, type Condition, type Steps } from "./conditions.ts";
import { toPlainSchema } from "./json-schema-shape.ts";

/**
 * Converts a condition of the entry at `place` into a rule over the form data, whose shape decides how constants are
 * stored. Undefined where it reads a value that the form does not have, or a row of a list in which the entry is not.
 */
export function toRule(condition: Condition, data: DataSchema, place: Steps): Rule | undefined {
  const isKnown = (steps: Steps) => findShape(data, steps) !== undefined && isInSameRow(steps, place);
  return listSteps(condition).every(isKnown) ? toExpression(condition, data) : undefined;
}

function isInSameRow(steps: Steps, place: Steps): boolean {
  const row = steps.slice(0, steps.lastIndexOf(anyRow) + 1);
  return row.every((step, index) => place[index] === step);
}

function toExpression(condition: Condition, data: DataSchema): Expr {
  if ("all" in condition) return join("and", condition.all, data);
  if ("any" in condition) return join("or", condition.any, data);
  if ("not" in condition) return negate(toExpression(condition.not, data));
  if ("filled" in condition) return { filled: read(condition.filled) };
  if ("blank" in condition) return { blank: read(condition.blank) };
  const { steps, operator, value } = condition;
  const shape = findShape(data, steps)!;
  const store = (one: unknown) => toPlainSchema(one, shape) as Expr;
  if (operator === "in") return { in: [read(steps), (value as readonly unknown[]).map(store)] } as Expr;
  if (operator === "contains") return { in: [store(value), read(steps)] };
  // An unticked box is missing until the candidate ticks it.
  if (shape.type === "boolean" && typeof value === "boolean" && /^[!=]==$/.test(operator))
    return (operator === "===") === value ? readTicked(steps) : { "!": readTicked(steps) };
  if (operator === "matches") return { matches: [read(steps), value as string] };
  // A choice of numbers is stored as text, which has no order.
  if (operator !== "===" && operator !== "!==" && typeof value === "number" && shape.type === "string")
    return { [operator]: [{ number: read(steps) }, value] };
  return { [operator]: [read(steps), store(value)] };
}

const read = (steps: Steps): Expr => ({
  var: [steps.includes(anyRow) ? "row" : "data", ...ownSteps(steps)].join("."),
});
const readTicked = (steps: Steps): Expr => ({ coalesce: [read(steps), false] });

function join(operator: "and" | "or", conditions: readonly Condition[], data: DataSchema): Expr {
  const parts = conditions.map((one) => toExpression(one, data));
  return parts.length === 1 ? parts[0]! : { [operator]: parts };
}

/** Negates without a double negation, which is hard to read. */
function negate(expression: Expr): Expr {
  const [operator, operand] = Object.entries(expression as Record<string, Expr>)[0] ?? [];
  const opposite = opposites[operator ?? ""];
  if (operator === "!") return operand!;
  return opposite === undefined ? { "!": expression } : { [opposite]: operand! };
}
const opposites: Readonly<Record<string, string>> = {
  filled: "blank",
  blank: "filled",
  "===": "!==",
  "!==": "===",
};

/** The shape of the value at these steps. */
export function findShape(data: DataSchema, steps: Steps): DataSchema | undefined {
  return steps.reduce<DataSchema | undefined>(
    (shape, step) => (step === anyRow ? shape?.items : shape?.properties?.[step]),
    data,
  );
}
