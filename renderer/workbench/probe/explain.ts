import { evaluate, isTrue, type Expr, type Scope } from "#engine/core/rules/evaluate.ts";
import { findReferencedName, visitExpression } from "#engine/core/rules/visit-expression.ts";
import type { Reason, ReadValue } from "./protocol.ts";

const maxLength = 200;

/** Explains an expression: its outcome, the rules it calls, and the values that all of them read. */
export function explain(part: string, expr: unknown, scope: Scope, kind: "rule" | "value"): Reason {
  const rules = [...listRules(expr, scope)];
  const all = [expr, ...rules.map((name) => scope.rules[name])];
  return {
    part,
    expression: JSON.stringify(expr),
    outcome: tryEvaluate(() =>
      kind === "rule" ? toYesNo(isTrue(expr as Expr, scope)) : toText(evaluate(expr as Expr, scope)),
    ),
    reads: listReadValues(all, scope),
    rules: rules.map((name) => ({ name, holds: tryEvaluate(() => String(isTrue({ rule: name }, scope))) === "true" })),
  };
}

/** Returns whether a value contains an expression. */
export const isComputed = (value: unknown): boolean => !visitExpression(value).next().done;

/** Names of all rules that an expression calls, directly or through other rules. */
function listRules(expr: unknown, scope: Scope, known: Set<string> = new Set()): ReadonlySet<string> {
  for (const node of visitExpression(expr)) {
    const name = findReferencedName(node, "rule");
    if (name === undefined || known.has(name)) continue;
    known.add(name);
    listRules(scope.rules[name], scope, known);
  }
  return known;
}

function listReadValues(expressions: readonly unknown[], scope: Scope): ReadValue[] {
  const paths = new Set<string>();
  for (const expr of expressions)
    for (const node of visitExpression(expr)) {
      const path = findReferencedName(node, "var");
      if (path !== undefined) paths.add(path);
    }
  return [...paths].map((path) => ({ path, value: tryEvaluate(() => toText(evaluate({ var: path }, scope))) }));
}

const toYesNo = (holds: boolean): string => (holds ? "yes" : "no");

function toText(value: unknown): string {
  if (value === undefined) return "not there";
  const text = JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Returns the error message when the evaluation throws. */
function tryEvaluate(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
