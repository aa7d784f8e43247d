import { toDataPointer, type FormModel } from "#engine/core/form/form-model.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import { visitExpression } from "#engine/core/rules/visit-expression.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";

const signs: Readonly<Record<string, string>> = { "#": "[0-9]", A: "[A-Za-z]", "*": "[0-9A-Za-z]" };

const escape = (sign: string): string => (/[\\^$.*+?()[\]{}|/]/.test(sign) ? `\\${sign}` : sign);

/** The literal patterns, masks and parts that the texts of a condition must have. */
export const listPatterns = (rule: unknown): string[] =>
  [...visitExpression(rule)].flatMap(({ operator, operands: [first, second] }) => {
    if (operator === "matches" && typeof second === "string") return [second];
    if (operator === "mask" && typeof second === "string")
      return [`^${[...second].map((sign) => signs[sign] ?? escape(sign)).join("")}$`];
    return operator === "in" && typeof first === "string" && !Array.isArray(second)
      ? [[...first].map(escape).join("")]
      : [];
  });

/** The patterns that the checks of a form want, by the pointer of the field that they read. */
export function findAssertedPatterns(model: FormModel, rules: Scope["rules"]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { assert, base, severity } of model.checks) {
    const patterns = severity === "error" ? listPatterns(assert) : [];
    for (const path of patterns.length === 0 ? [] : readPaths(assert, rules)) {
      const pointer = toDataPointer(path, base, model);
      if (pointer !== undefined) found.set(pointer, [...(found.get(pointer) ?? []), ...patterns]);
    }
  }
  return found;
}
