import { evaluate, isTrue, type Expr, type Scope } from "#engine/rules/evaluate.ts";
import { findNamed, visitExpression } from "#engine/rules/visit.ts";
import type { Reason, Reading } from "./wire.ts";

const longest = 200;

/** Why something is as it is: what decides it, what that came to, the rules that it asks and the values that all of it read. */
export function explain(part: string, expr: unknown, scope: Scope, kind: "rule" | "value"): Reason {
  const rules = [...listRules(expr, scope)];
  const all = [expr, ...rules.map((name) => scope.rules[name])];
  return {
    part,
    expression: JSON.stringify(expr),
    outcome: attempt(() =>
      kind === "rule" ? yesOrNo(isTrue(expr as Expr, scope)) : toWords(evaluate(expr as Expr, scope)),
    ),
    reads: toReadings(all, scope),
    rules: rules.map((name) => ({ name, holds: attempt(() => String(isTrue({ rule: name }, scope))) === "true" })),
  };
}

/** Whether something is worked out, and not just said. */
export const isWorkedOut = (value: unknown): boolean => !visitExpression(value).next().done;

/** Rules by name, those that they ask in turn too. */
function listRules(expr: unknown, scope: Scope, known: Set<string> = new Set()): ReadonlySet<string> {
  for (const node of visitExpression(expr)) {
    const name = findNamed(node, "rule");
    if (name === undefined || known.has(name)) continue;
    known.add(name);
    listRules(scope.rules[name], scope, known);
  }
  return known;
}

function toReadings(expressions: readonly unknown[], scope: Scope): Reading[] {
  const paths = new Set<string>();
  for (const expr of expressions)
    for (const node of visitExpression(expr)) {
      const path = findNamed(node, "var");
      if (path !== undefined) paths.add(path);
    }
  return [...paths].map((path) => ({ path, value: attempt(() => toWords(evaluate({ var: path }, scope))) }));
}

const yesOrNo = (holds: boolean): string => (holds ? "yes" : "no");

function toWords(value: unknown): string {
  if (value === undefined) return "not there";
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** What cannot be worked out says why. */
function attempt(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
