import type { TypedNode } from "../parts/typed.ts";
import type { Finding } from "./judge.ts";

const comparing: ReadonlySet<string> = new Set(["===", "!==", "in"]);

/** Asks of each literal that a value is compared with, alone or in a list: the first finding counts. */
export function ofComparisons(
  { operator, operands: [left, right] }: TypedNode,
  ask: (value: TypedNode, literal: TypedNode) => Finding | undefined,
): Finding | undefined {
  if (!left || !right || !operator || !comparing.has(operator)) return undefined;
  const of = (value: TypedNode, literal: TypedNode) =>
    literal.operator === undefined && typeof literal.expr !== "object" ? ask(value, literal) : undefined;
  if (operator !== "in") return of(left, right) ?? of(right, left);
  if (!Array.isArray(right.expr)) return undefined;
  return right.operands.map((one) => of(left, one)).find((found) => found !== undefined);
}
