import { canBe, describe } from "#engine/base/known.ts";
import type { TypedNode } from "../parts/typed.ts";
import type { Finding, Judge } from "./judge.ts";

const compared = new Set(["===", "!==", ">", ">=", "<", "<="]);

/** Two values of different kinds are never the same, nor in an order; nor are they what one falls back on for the other. */
export const mixedTypes: Judge = ({ operator = "", operands, pointer }) => {
  const [left, right] = operands;
  if (!left || !right) return undefined;
  if (operator === "in") return findStranger(left, right);
  if (operator === "coalesce") return findOdd(operands);
  if (!compared.has(operator)) return undefined;
  const bare = [left, right].some(({ expr }) => expr === null);
  if (bare || canBe(left.known.schema, right.known.schema)) return undefined;
  const kinds = `${describe(left.known.schema)} and ${describe(right.known.schema)}`;
  return { pointer, code: "mixed-types", message: `${kinds} are compared here; that never holds` };
};

/** One of a list that what is looked for in it can never be. */
function findStranger(value: TypedNode, list: TypedNode): Finding | undefined {
  if (!Array.isArray(list.expr)) return undefined;
  const stranger = list.operands.find(({ expr, known }) => expr !== null && !canBe(value.known.schema, known.schema));
  if (!stranger) return undefined;
  const message = `${describe(value.known.schema)} is looked for here, this is ${describe(stranger.known.schema)}`;
  return { pointer: stranger.pointer, code: "mixed-types", message };
}

/** What stands in for a value is of its kind. */
function findOdd([first, ...others]: readonly TypedNode[]): Finding | undefined {
  const odd = others.find(({ expr, known }) => expr !== null && first && !canBe(first.known.schema, known.schema));
  if (!odd || !first) return undefined;
  const message = `${describe(odd.known.schema)} stands in for ${describe(first.known.schema)} here`;
  return { pointer: odd.pointer, code: "mixed-types", message };
}
