import { kindsOf } from "#engine/base/known.ts";
import type { TypedNode } from "../parts/typed.ts";
import type { Judge } from "./judge.ts";

const careful = new Set(["!", "!==", ">", ">=", "<", "<="]);

/** A negation or an ordering of what may be missing says what it means then: with blank or filled. */
export const absentValue: Judge = ({ operator = "", operands }) => {
  if (!careful.has(operator)) return undefined;
  const missing = operands.find(mayBeMissing);
  if (!missing) return undefined;
  const what = missing.path?.path ?? "This value";
  return {
    pointer: missing.pointer,
    code: "absent-value",
    message: `${what} may be missing, and "${operator}" does not say what holds then; ask with filled or blank beside it`,
  };
};

const mayBeMissing = ({ known, operator }: TypedNode): boolean =>
  (operator === "var" || operator === "lookup" || operator === "coalesce") &&
  known.absent &&
  !kindsOf(known.schema).has("any");
