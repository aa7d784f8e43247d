import type { Issue } from "#engine/core/base/issue.ts";
import { checkExpression } from "./check-expression.ts";
import { findReferencedName } from "#engine/core/rules/visit-expression.ts";
import type { CodeEntry } from "../check.ts";
import { issueAt, type DefinitionSet, type NamedRule } from "./definition-set.ts";
import { listSites, toExpression, type Site } from "./sites.ts";
import { nodesOf, typeExpression, type TypedNode } from "./typed-expression.ts";

/** A fault of a node; `pointer` is relative to its expression. */
export interface ExpressionFinding {
  readonly pointer: string;
  readonly message: string;
}

/** One kind of fault of an expression. At each node only the first check that finds something reports. */
export interface ExpressionCheck extends CodeEntry {
  /** Tests `var` nodes, nodes of all other operators, or the whole expression at its site. */
  readonly of: "path" | "operation" | "whole";
  /** In a named rule, reports at the site that evaluates the rule. */
  readonly atCaller?: true;
  test(node: TypedNode, site: Site, set: DefinitionSet): ExpressionFinding | undefined;
}

/** Checks every rule, value and text in every scope in which it is read. */
export function readExpressions(set: DefinitionSet, checks: readonly ExpressionCheck[]): Issue[] {
  const reader = new Reader(set, checks);
  for (const rule of set.namedRules().values()) reader.readRule(rule);
  for (const site of listSites(set)) reader.read(site);
  return reader.issues;
}

class Reader {
  readonly issues: Issue[] = [];
  readonly #checks: Readonly<Record<ExpressionCheck["of"], readonly ExpressionCheck[]>>;
  readonly #read = new Set<string>();
  readonly #names: { rules?: ReadonlySet<string> };

  constructor(
    readonly set: DefinitionSet,
    checks: readonly ExpressionCheck[],
  ) {
    const of = (what: ExpressionCheck["of"]) => checks.filter((check) => check.of === what);
    this.#checks = { path: of("path"), operation: of("operation"), whole: of("whole") };
    this.#names = set.isUnreadable("rule", "") ? {} : { rules: new Set(set.namedRules().keys()) };
  }

  /** Reports the syntax of a named rule. Its paths are checked in the scope of each expression that calls it. */
  readRule({ expr, source, pointer }: NamedRule): void {
    const { affected } = this.set.context;
    if (affected && !affected.has(source)) return;
    for (const fault of checkExpression(expr, this.#names))
      this.issues.push(issueAt(source, `${pointer}/expr${fault.pointer}`, fault.code, fault.message));
  }

  read(site: Site): void {
    const expr = toExpression(site);
    if (expr === undefined) return;
    const faults = checkExpression(expr, this.#names);
    for (const { code, pointer, message } of faults) this.#add(site, code, { pointer, message });
    if (faults.length > 0) return;
    const node = typeExpression(expr, site.scope, this.set.rules, site.filled);
    this.#nodes(node, site, site);
    this.#first("whole", node, site, site);
  }

  /** `caller` is the site where reading began. */
  #nodes(node: TypedNode, site: Site, caller: Site): void {
    for (const inner of nodesOf(node)) {
      // Literals and lists of nodes are tested as operands.
      if (inner.operator === undefined) continue;
      this.#first(inner.operator === "var" ? "path" : "operation", inner, site, caller);
      const name =
        inner.operator === "rule"
          ? findReferencedName({ ...inner, operator: "rule", operands: inner.operands.map(({ expr }) => expr) }, "rule")
          : undefined;
      if (name !== undefined) this.#rule(name, site, caller);
    }
  }

  #first(of: ExpressionCheck["of"], node: TypedNode, site: Site, caller: Site): void {
    for (const check of this.#checks[of]) {
      const finding = check.test(node, site, this.set);
      if (!finding) continue;
      if (check.atCaller && site !== caller) this.#add(caller, check.code, { ...finding, pointer: "" });
      else this.#add(site, check.code, finding);
      return;
    }
  }

  #rule(name: string, site: Site, caller: Site): void {
    const rule = this.set.findRule(name);
    const key = `${name} ${caller.source.path} ${caller.pointer} ${site.scope.where}`;
    if (!rule || this.#read.has(key)) return;
    this.#read.add(key);
    const inner: Site = {
      source: rule.source,
      pointer: `${rule.pointer}/expr`,
      slot: "rule",
      value: rule.expr,
      scope: site.scope,
      filled: site.filled,
    };
    const node = typeExpression(rule.expr, site.scope, this.set.rules, site.filled);
    this.#nodes(node, inner, caller);
    this.#first("whole", node, inner, inner);
  }

  #add({ source, pointer }: Site, code: string, finding: ExpressionFinding): void {
    this.issues.push(issueAt(source, pointer + finding.pointer, code, finding.message));
  }
}
