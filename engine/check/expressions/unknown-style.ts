import { dateStyles } from "#engine/rules/dates.ts";
import { meantOf } from "../parts/meant.ts";
import type { Judge } from "./judge.ts";

/** A date is said in a style that there is not. */
export const unknownStyle: Judge = ({ operator, operands: [, style] }) => {
  if (operator !== "date" || !style || style.operator !== undefined) return undefined;
  const name = String(style.expr as string);
  if (dateStyles.includes(name)) return undefined;
  const message = `There is no style "${name}" of dates${meantOf(name, dateStyles)}`;
  return { pointer: style.pointer, code: "unknown-style", message };
};
