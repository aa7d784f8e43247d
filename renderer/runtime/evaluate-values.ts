import { evaluate, type Expr, type Scope } from "#engine/rules/evaluate.ts";

/** A map of values in this scope; those that read nothing are left out. */
export function evaluateValues(values: unknown, scope: Scope): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, expr] of Object.entries((values ?? {}) as Record<string, Expr>)) {
    const value = evaluate(expr, scope);
    if (value !== undefined && value !== null) result[name] = value;
  }
  return result;
}
