import { evaluate, type Expr, type Scope } from "#engine/core/rules/evaluate.ts";

/** Evaluates a map of expressions. Leaves out undefined and null. */
export function evaluateValues(values: unknown, scope: Scope): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, expr] of Object.entries((values ?? {}) as Record<string, Expr>)) {
    const value = evaluate(expr, scope);
    if (value !== undefined && value !== null) result[name] = value;
  }
  return result;
}
