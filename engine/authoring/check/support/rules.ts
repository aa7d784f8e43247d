import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { sizeOf } from "#engine/core/rules/evaluate.ts";
import { type Expr, EXPRESSION_LIMITS, listOperators } from "#engine/core/rules/expression.ts";
import { findReferencedName, listRuleNames, visitExpression } from "#engine/core/rules/visit-expression.ts";
import { noTransition } from "#engine/core/transaction/allowed.ts";
import type { DefinitionSet } from "./definition-set.ts";
import { listModelledForms } from "./forms.ts";
import { findCatalogue } from "./places.ts";

/** The cost of an evaluation: the depth of nested rules, and the nodes, those of each called rule included. */
export interface RuleCost {
  readonly depth: number;
  readonly size: number;
}

/** The named rules, each visited after those that it calls. */
export interface RuleGraph {
  /** Names from a rule back to itself. */
  readonly circles: readonly (readonly string[])[];
  readonly costs: ReadonlyMap<string, RuleCost>;
}

/** The circles and the costs of the named rules. */
export const walkRules = (set: DefinitionSet): RuleGraph => set.once(walk);

function walk(set: DefinitionSet): RuleGraph {
  const walker = new RuleWalker(set);
  for (const name of set.namedRules().keys()) walker.visit(name);
  return walker;
}

class RuleWalker implements RuleGraph {
  readonly circles: string[][] = [];
  readonly costs = new Map<string, RuleCost>();

  constructor(readonly set: DefinitionSet) {}

  /** Keeps its own stack instead of recursing: a circle may be as long as there are rules. */
  visit(start: string): void {
    const trail: { name: string; expr: Expr; pending: string[] }[] = [];
    const open = new Set<string>();
    const enter = (name: string): void => {
      const rule = this.set.findRule(name);
      if (!rule || this.costs.has(name)) return;
      if (open.has(name)) {
        const names = trail.map((step) => step.name);
        this.circles.push([...names.slice(names.indexOf(name)), name]);
        return;
      }
      open.add(name);
      trail.push({ name, expr: rule.expr, pending: [...listRuleNames(rule.expr)] });
    };
    enter(start);
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.pending.pop();
      if (next !== undefined) enter(next);
      else {
        trail.pop();
        open.delete(top.name);
        const { depth, size } = costOf(top.expr, this.costs, rowsIn(this.set));
        this.costs.set(top.name, { depth: depth + 1, size });
      }
    }
  }
}

/** The most rows of the lists of forms, by their paths: "data.jobs". */
type RowCounts = ReadonlyMap<string, number>;

const rowsIn = (set: DefinitionSet): RowCounts => set.once(countRowsOfForms);

function countRowsOfForms(set: DefinitionSet): RowCounts {
  const counts = new Map<string, number>();
  for (const { model } of listModelledForms(set))
    for (const { steps, max } of model.lists) {
      const path = ["data", ...steps].join(".");
      counts.set(path, Math.max(max, counts.get(path) ?? 0));
    }
  return counts;
}

/** The cost of an expression: a condition over a list counts once for each row that the list may have. */
function costOf(expr: Expr, costs: ReadonlyMap<string, RuleCost>, rows: RowCounts): RuleCost {
  let [depth, size] = [0, sizeOf(expr)];
  for (const node of visitExpression(expr)) {
    const called = costs.get(findReferencedName(node, "rule") ?? "");
    if (called) {
      depth = Math.max(depth, called.depth);
      size += called.size;
    }
    const [list, each] = node.operands;
    if (!listOperators.has(node.operator) || each === undefined) continue;
    // The first row is counted with the rest of the expression.
    size += (countRows(list, rows) - 1) * costOf(each, costs, rows).size;
  }
  return { depth, size };
}

const countRows = (list: Expr | undefined, rows: RowCounts): number =>
  Math.max(1, ...[...visitExpression(list)].map((node) => rows.get(findReferencedName(node, "var") ?? "") ?? 1));

const { ruleDepth, fuel } = EXPRESSION_LIMITS;

/** The limit that a named rule exceeds, in words. A rule that calls one over the limit is not reported too. */
export function findRuleCostFault(set: DefinitionSet, name: string, expr: Expr): string | undefined {
  const { circles, costs } = walkRules(set);
  const cost = costs.get(name);
  return circles.length === 0 && cost && callsAreCheap(expr, costs) ? describeCost(cost) : undefined;
}

/** The limit that an expression exceeds with the rules that it calls, in words. */
export function findCostFault(set: DefinitionSet, expr: Expr): string | undefined {
  const { circles, costs } = walkRules(set);
  return circles.length === 0 && callsAreCheap(expr, costs)
    ? describeCost(costOf(expr, costs, rowsIn(set)))
    : undefined;
}

const callsAreCheap = (expr: Expr, costs: ReadonlyMap<string, RuleCost>): boolean =>
  listRuleNames(expr).every((name) => {
    const cost = costs.get(name);
    return !cost || describeCost(cost) === undefined;
  });

function describeCost({ depth, size }: RuleCost): string | undefined {
  if (depth > ruleDepth) return `Rules call each other ${depth} deep here; the limit is ${ruleDepth}`;
  if (size <= fuel) return undefined;
  return `With all rules that it calls, for every row of a list, this has ${size} parts; the limit is ${fuel}`;
}

/** The reasons for which each operation can be refused, by "transaction payments.init". */
export const listReasons = (set: DefinitionSet): ReadonlyMap<string, ReadonlySet<string>> => set.once(reasons);

/** Names of the rules that forbid a transition. */
export const listForbiddingRules = (set: DefinitionSet): ReadonlySet<string> =>
  new Set(findCatalogue(set, "states")?.document.transitions.flatMap(({ unless = [] }) => unless));

function reasons(set: DefinitionSet): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { of, by, unless = [] } of findCatalogue(set, "states")?.document.transitions ?? []) {
    for (const operation of [by].flat()) {
      const known = found.get(`${of} ${operation}`) ?? new Set([noTransition]);
      found.set(`${of} ${operation}`, known);
      for (const name of unless) known.add(reasonOf(set, name));
    }
  }
  return found;
}

function reasonOf(set: DefinitionSet, name: string): string {
  const rule = set.findRule(name);
  const rules = rule && (rule.source.document["rules"] as DefinitionOf<"rules">["rules"]);
  return rules?.[name]?.reason ?? name;
}
