import { canBe, describe, type JsonSchema } from "#engine/base/known.ts";
import { findOperator, type OperandType } from "#engine/rules/operators.ts";
import type { Judge } from "./judge.ts";

const wanted: Partial<Record<OperandType, JsonSchema>> = {
  text: { type: ["string", "number"] },
  number: { type: "number" },
  list: { type: ["array", "object"] },
  map: { type: "object" },
  holder: { type: ["array", "string"] },
  condition: { type: "boolean" },
  ordered: { type: ["string", "number"] },
  moment: { type: "string" },
};

/** An operand of a kind that its operator cannot take. */
export const wrongOperand: Judge = ({ operator = "", operands }) => {
  const types = findOperator(operator)?.operands ?? [];
  for (const [index, operand] of operands.entries()) {
    const want = wanted[types[Math.min(index, types.length - 1)] ?? "any"];
    if (!want || canBe(operand.known.schema, want)) continue;
    const what = operand.path ? `"${operand.path.path}"` : "This";
    const asked = want === wanted.condition ? "; ask with filled, blank or a comparison" : "";
    return {
      pointer: operand.pointer,
      code: "operand-type",
      message: `${what} is ${describe(operand.known.schema)}; "${operator}" takes ${describe(want)}${asked}`,
    };
  }
  return undefined;
};
