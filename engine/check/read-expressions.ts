import type { Issue } from "#engine/base/issue.ts";
import { checkExpr } from "#engine/rules/check-expr.ts";
import { findNamed } from "#engine/rules/visit.ts";
import { judgesOf, wholeJudges } from "./expressions/index.ts";
import type { Finding } from "./expressions/judge.ts";
import { unfitValue } from "./expressions/unfit-value.ts";
import { listSites, toExpression, type Site } from "./parts/sites.ts";
import { issueAt, type Check, type DocumentSet, type NamedRule } from "./parts/set.ts";
import { nodesOf, typeExpression, type TypedNode } from "./parts/typed.ts";

/** Every rule, value and text, to its last word, in every world in which it is read. */
export const readExpressions: Check = (set) => {
  const reader = new Reader(set);
  for (const rule of set.namedRules().values()) reader.readRule(rule);
  for (const site of set.once(listSites)) reader.read(site);
  return reader.issues;
};

class Reader {
  readonly issues: Issue[] = [];
  readonly #read = new Set<string>();
  readonly #names: { rules?: ReadonlySet<string> };

  constructor(readonly set: DocumentSet) {
    this.#names = set.isLeftOut("rule", "") ? {} : { rules: new Set(set.namedRules().keys()) };
  }

  /** What is wrong with a named rule wherever it is read; what is in it where it is read, those who ask it find out. */
  readRule({ expr, source, pointer }: NamedRule): void {
    const { again } = this.set.context;
    if (again && !again.has(source)) return;
    for (const fault of checkExpr(expr, this.#names))
      this.issues.push(issueAt(source, `${pointer}/expr${fault.pointer}`, fault.code, fault.message));
  }

  read(site: Site): void {
    const expr = toExpression(site);
    if (expr === undefined) return;
    const faults = checkExpr(expr, this.#names);
    for (const fault of faults) this.#add(site, fault);
    if (faults.length > 0) return;
    const node = typeExpression(expr, site.env, this.set.rules, site.filled);
    this.#judge(node, site, site);
    for (const judge of wholeJudges) {
      const finding = judge(node, site, this.set);
      if (finding) return this.#add(site, finding);
    }
  }

  /** `from` is where the reading began: what a named rule lacks there is told there. */
  #judge(node: TypedNode, site: Site, from: Site): void {
    for (const inner of nodesOf(node)) {
      // A literal, or a list of nodes, is judged by the operator that takes it.
      if (inner.operator === undefined) continue;
      for (const judge of judgesOf(inner.operator)) {
        const finding = judge(inner, site, this.set);
        if (!finding) continue;
        if (finding.code === "unloaded-root" && site !== from) this.#addAt(from, "", finding);
        else this.#add(site, finding);
        break;
      }
      const name =
        inner.operator === "rule"
          ? findNamed({ ...inner, operator: "rule", operands: inner.operands.map(({ expr }) => expr) }, "rule")
          : undefined;
      if (name !== undefined) this.#rule(name, site, from);
    }
  }

  #rule(name: string, site: Site, from: Site): void {
    const rule = this.set.findRule(name);
    const key = `${name} ${from.source.path} ${from.pointer} ${site.env.where}`;
    if (!rule || this.#read.has(key)) return;
    this.#read.add(key);
    const inner: Site = {
      source: rule.source,
      pointer: `${rule.pointer}/expr`,
      slot: "rule",
      value: rule.expr,
      env: site.env,
      filled: site.filled,
    };
    const node = typeExpression(rule.expr, site.env, this.set.rules, site.filled);
    this.#judge(node, inner, from);
    const finding = unfitValue(node, inner, this.set);
    if (finding) this.#add(inner, finding);
  }

  #add(site: Site, finding: Finding): void {
    this.#addAt(site, finding.pointer, finding);
  }
  #addAt({ source, pointer }: Site, below: string, { code, message }: Finding): void {
    this.issues.push(issueAt(source, pointer + below, code, message));
  }
}
