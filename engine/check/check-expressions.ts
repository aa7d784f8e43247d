import { findNearest, toPointerStep, type Issue } from "#engine/documents/issue.ts";
import { checkExpr } from "#engine/rules/check-expr.ts";
import type { Expr } from "#engine/rules/evaluate.ts";
import { findPatternFault } from "#engine/rules/pattern-fault.ts";
import { readPaths } from "#engine/rules/read-paths.ts";
import { issueAt, knownRoots, type Check, type DocumentSet, type SourceDocument } from "./context.ts";

/** Rules, values and patterns: known operators and operands, known roots, rules that exist and do not name each other in a circle, patterns that cannot run for ever. */
export const checkExpressions: Check = (set) => {
  const issues: Issue[] = [];
  const rules = set.rules();
  const exprs = Object.fromEntries([...rules].map(([name, { expr }]) => [name, expr as Expr]));
  for (const source of set.sources) {
    for (const { slot, pointer, value } of set.found(source)) {
      if (slot === "rule" || slot === "value") issues.push(...checkExpression(source, pointer, value as Expr, exprs));
      if (slot === "pattern") issues.push(...checkPattern(source, pointer, String(value)));
    }
  }
  return [...issues, ...checkCircles(rules), ...checkUnused(set, rules)];
};

/** A pattern of a form's data runs on what candidates type, in browser and server. */
function checkPattern(source: SourceDocument, pointer: string, pattern: string): Issue[] {
  const fault = findPatternFault(pattern);
  return fault === undefined ? [] : [issueAt(source, pointer, "pattern-refused", fault)];
}

function checkExpression(source: SourceDocument, pointer: string, expr: Expr, rules: Record<string, Expr>): Issue[] {
  const faults = checkExpr(expr, { rules: new Set(Object.keys(rules)), inText: pointer.includes("/with/") });
  const issues = faults.map((fault) => issueAt(source, pointer + fault.pointer, fault.code, fault.message));
  if (faults.length > 0) return issues;
  for (const path of readPaths(expr, {})) {
    const root = path.split(".")[0] ?? "";
    if (knownRoots.has(root)) continue;
    const near = findNearest(root, knownRoots);
    issues.push(issueAt(source, pointer, "unknown-root", `"${path}" reads no known root${near ? `; did you mean "${near}"?` : ""}`));
  }
  return issues;
}

/** Names of rules that an expression calls, at any depth. */
function calledRules(expr: unknown): string[] {
  if (Array.isArray(expr)) return expr.flatMap(calledRules);
  if (expr === null || typeof expr !== "object") return [];
  return Object.entries(expr).flatMap(([operator, operands]) => {
    const name: unknown = Array.isArray(operands) ? operands[0] : operands;
    return operator === "rule" && typeof name === "string" ? [name] : calledRules(operands);
  });
}

function checkCircles(rules: Map<string, { expr: unknown; source: SourceDocument }>): Issue[] {
  const issues: Issue[] = [];
  const done = new Set<string>();
  function visit(name: string, trail: string[]): void {
    const rule = rules.get(name);
    if (!rule || done.has(name)) return;
    if (trail.includes(name)) {
      issues.push(issueAt(rule.source, `/rules/${toPointerStep(name)}`, "circular-rule", `This rule asks itself: ${[...trail, name].join(" → ")}`));
      done.add(name);
      return;
    }
    for (const next of calledRules(rule.expr)) visit(next, [...trail, name]);
    done.add(name);
  }
  for (const name of rules.keys()) visit(name, []);
  return issues;
}

function checkUnused(set: DocumentSet, rules: Map<string, { expr: unknown; source: SourceDocument }>): Issue[] {
  const used = new Set<string>();
  for (const source of set.sources) {
    for (const { slot, value } of set.found(source)) if (slot === "rule" || slot === "value") for (const name of calledRules(value)) used.add(name);
    if (source.document.kind !== "states") continue;
    for (const { unless = [] } of source.document["transitions"] as { unless?: string[] }[]) for (const name of unless) used.add(name);
  }
  return [...rules].filter(([name]) => !used.has(name)).map(([name, { source }]) => issueAt(source, `/rules/${toPointerStep(name)}`, "unused-rule", `Nothing asks the rule "${name}"`));
}
