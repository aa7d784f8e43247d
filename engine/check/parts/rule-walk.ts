import { sizeOf } from "#engine/rules/evaluate.ts";
import type { Expr } from "#engine/rules/expression.ts";
import { findNamed, readRules, visitExpression } from "#engine/rules/visit.ts";
import type { DocumentSet } from "./set.ts";

/** What evaluating takes at most: how many rules deep, and how many nodes with those of every rule each time it is asked. */
export interface RuleWeight {
  readonly depth: number;
  readonly size: number;
}

/** The named rules, each looked at after those that it asks: which lead in a circle, and what each of the others takes. */
export interface WalkedRules {
  /** Names from the rule that asks itself to itself again. */
  readonly circles: readonly (readonly string[])[];
  readonly weights: ReadonlyMap<string, RuleWeight>;
}

export const walkRules = (set: DocumentSet): WalkedRules => set.once(walk);

function walk(set: DocumentSet): WalkedRules {
  const walker = new RuleWalker(set);
  for (const name of set.namedRules().keys()) walker.visit(name);
  return walker;
}

class RuleWalker implements WalkedRules {
  readonly circles: string[][] = [];
  readonly weights = new Map<string, RuleWeight>();

  constructor(readonly set: DocumentSet) {}

  /** Goes down without calling itself: a circle may be as long as there are rules. */
  visit(start: string): void {
    const trail: { name: string; expr: Expr; left: string[] }[] = [];
    const open = new Set<string>();
    const enter = (name: string): void => {
      const rule = this.set.findRule(name);
      if (!rule || this.weights.has(name)) return;
      if (open.has(name)) {
        const names = trail.map((step) => step.name);
        this.circles.push([...names.slice(names.indexOf(name)), name]);
        return;
      }
      open.add(name);
      trail.push({ name, expr: rule.expr, left: [...readRules(rule.expr)] });
    };
    enter(start);
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.left.pop();
      if (next !== undefined) enter(next);
      else {
        trail.pop();
        open.delete(top.name);
        const { depth, size } = weigh(top.expr, this.weights);
        this.weights.set(top.name, { depth: depth + 1, size });
      }
    }
  }
}

/** What an expression takes, with the rules that it asks. */
export function weigh(expr: Expr, weights: ReadonlyMap<string, RuleWeight>): RuleWeight {
  let [depth, size] = [0, sizeOf(expr)];
  if (readRules(expr).length === 0) return { depth, size };
  for (const node of visitExpression(expr)) {
    const asked = weights.get(findNamed(node, "rule") ?? "");
    if (!asked) continue;
    depth = Math.max(depth, asked.depth);
    size += asked.size;
  }
  return { depth, size };
}
