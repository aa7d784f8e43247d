import { canBe, describe } from "#engine/base/known.ts";
import type { Judge } from "./judge.ts";

const compared = new Set(["===", "!==", ">", ">=", "<", "<="]);

/** Two values of different kinds are never the same, nor in an order. */
export const mixedTypes: Judge = ({ operator = "", operands, pointer }) => {
  const [left, right] = operands;
  if (!compared.has(operator) || !left || !right) return undefined;
  const bare = [left, right].some(({ expr }) => expr === null);
  if (bare || canBe(left.known.schema, right.known.schema)) return undefined;
  const kinds = `${describe(left.known.schema)} and ${describe(right.known.schema)}`;
  return { pointer, code: "mixed-types", message: `${kinds} are compared here; that never holds` };
};
