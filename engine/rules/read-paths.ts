import type { Expr } from "./expression.ts";
import { findNamed, visitExpression } from "./visit.ts";

/**
 * The `var` paths that an expression, or anything that holds expressions, reads, each once, in the order met; named
 * rules are followed. What a path stands for changes only when one of them does.
 */
export function readPaths(value: unknown, rules: Readonly<Record<string, Expr>>): string[] {
  const paths = new Set<string>();
  collect(value, rules, paths, new Set());
  return [...paths];
}

function collect(
  value: unknown,
  rules: Readonly<Record<string, Expr>>,
  paths: Set<string>,
  followed: Set<string>,
): void {
  for (const node of visitExpression(value)) {
    const path = findNamed(node, "var");
    if (path !== undefined) paths.add(path);
    const rule = findNamed(node, "rule");
    if (rule === undefined || followed.has(rule) || !Object.hasOwn(rules, rule)) continue;
    followed.add(rule);
    collect(rules[rule], rules, paths, followed);
  }
}
