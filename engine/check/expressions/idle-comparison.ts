import type { Known } from "#engine/base/known.ts";
import type { Judge } from "./judge.ts";

/** For what the least possible value is compared with a bound, whether the answer is always the same. */
const decided: Readonly<Record<string, (least: number, bound: number) => boolean>> = {
  "===": (least, bound) => bound < least,
  "!==": (least, bound) => bound < least,
  ">": (least, bound) => bound < least,
  ">=": (least, bound) => bound <= least,
  "<": (least, bound) => bound <= least,
  "<=": (least, bound) => bound < least,
};

/** A count is compared with what no count is below: the answer is always the same. */
export const idleComparison: Judge = ({ operator = "", operands: [value, bound], pointer }) => {
  const least = value?.operator === undefined ? undefined : leastOf(value.known);
  if (least === undefined || typeof bound?.expr !== "number" || !Object.hasOwn(decided, operator)) return undefined;
  if (decided[operator]?.(least, bound.expr) !== true) return undefined;
  const what = value?.path?.path ?? "This";
  const message = `${what} is ${least} or more: "${operator} ${bound.expr}" always answers the same`;
  return { pointer, code: "idle-comparison", message };
};

const leastOf = ({ schema, absent }: Known): number | undefined =>
  !absent && typeof schema["minimum"] === "number" ? schema["minimum"] : undefined;
