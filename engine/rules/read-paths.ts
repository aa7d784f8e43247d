import type { Expr } from "./expression.ts";
import { isMap, toOperands } from "./expression.ts";

/**
 * The `var` paths that an expression reads, each once, in the order met; named rules are followed.
 * What a path stands for changes only when one of them does.
 */
export function readPaths(expr: Expr, rules: Readonly<Record<string, Expr>>): string[] {
  const paths = new Set<string>();
  collect(expr, rules, paths, new Set());
  return [...paths];
}

function collect(expr: Expr, rules: Readonly<Record<string, Expr>>, paths: Set<string>, followed: Set<string>): void {
  if (Array.isArray(expr)) {
    for (const part of expr as readonly Expr[]) collect(part, rules, paths, followed);
    return;
  }
  if (!isMap(expr)) return;
  for (const [name, value] of Object.entries(expr as { readonly [operator: string]: Expr })) {
    const operands = toOperands(value);
    const [first] = operands;
    if (name === "var" && typeof first === "string") paths.add(first);
    else if (name === "rule" && typeof first === "string") follow(first, rules, paths, followed);
    else for (const operand of operands) collect(operand, rules, paths, followed);
  }
}

function follow(name: string, rules: Readonly<Record<string, Expr>>, paths: Set<string>, followed: Set<string>): void {
  if (followed.has(name) || !Object.hasOwn(rules, name)) return;
  followed.add(name);
  collect(rules[name] ?? null, rules, paths, followed);
}
