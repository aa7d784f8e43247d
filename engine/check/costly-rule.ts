import { EXPRESSION_LIMITS, type Expr } from "#engine/rules/expression.ts";
import { readRules } from "#engine/rules/visit.ts";
import { walkRules, weigh, type RuleWeight } from "./parts/rule-walk.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";
import { listSites, toExpression } from "./parts/sites.ts";

const { ruleDepth, fuel } = EXPRESSION_LIMITS;

/** A rule, or what asks rules, that evaluation would give up: it asks too deep, or too much. */
export const costlyRule: Check = (set) => {
  const { circles, weights } = walkRules(set);
  if (circles.length > 0) return [];
  return [...inRules(set, weights), ...whereAsked(set, weights)];
};

/** Only where the limit is passed: what asks such a rule is as much too costly. */
const inRules = (set: DocumentSet, weights: ReadonlyMap<string, RuleWeight>) =>
  [...set.namedRules()].flatMap(([name, { expr, source, pointer }]) => {
    const weight = weights.get(name);
    const fault = weight && areBearable(expr, weights) ? findFault(weight) : undefined;
    return fault === undefined ? [] : [issueAt(source, pointer, "costly-rule", fault)];
  });

const whereAsked = (set: DocumentSet, weights: ReadonlyMap<string, RuleWeight>) =>
  set.once(listSites).flatMap((site) => {
    const expr = toExpression(site);
    if (expr === undefined || !areBearable(expr, weights)) return [];
    const fault = findFault(weigh(expr, weights));
    return fault === undefined ? [] : [issueAt(site.source, site.pointer, "costly-rule", fault)];
  });

/** Whether nothing is wrong with any rule that is asked. */
const areBearable = (expr: Expr, weights: ReadonlyMap<string, RuleWeight>): boolean =>
  readRules(expr).every((name) => {
    const weight = weights.get(name);
    return !weight || findFault(weight) === undefined;
  });

function findFault({ depth, size }: RuleWeight): string | undefined {
  if (depth > ruleDepth) return `Rules ask each other ${depth} deep here; no more than ${ruleDepth} are followed`;
  if (size <= fuel) return undefined;
  return `With all that it asks this has ${size} parts; no more than ${fuel} are read`;
}
