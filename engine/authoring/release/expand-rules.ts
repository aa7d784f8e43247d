import type { ScopedRule } from "#engine/core/form/lists.ts";
import { isMap, type Expr, type Rule } from "#engine/core/rules/expression.ts";
import { toCanonical } from "./change.ts";

type Rules = Readonly<Record<string, Expr>>;

/** Maximum depth of named rules; checked definitions never reach it. */
const deepest = 64;

/** Replaces named rules by their expressions. Equal texts are equal conditions in two releases. */
export function expandRules(value: unknown, rules: Rules): string {
  return toCanonical(expand(value, rules, 0));
}

/** The same for conditions in a form whose `data` starts at `base`. */
export const expandScopedRules = (conditions: readonly ScopedRule[], rules: Rules): string =>
  conditions.map(({ rule, base }) => `${base} ${expandRules(rule, rules)}`).join("\n");

/** The result of a rule over all data, as far as the expression shows it. */
export type Constancy = "always" | "never" | "sometimes";

/** Returns the constancy of a rule; `absent` is the value of a missing rule. */
export function toConstancy(rule: Rule | undefined, rules: Rules, absent: boolean): Constancy {
  const expanded = rule === undefined ? absent : expand(rule, rules, 0);
  if (expanded === true) return "always";
  return expanded === false ? "never" : "sometimes";
}

/** Returns the constancy of conditions that must all be true. */
export function toPresence(conditions: readonly ScopedRule[], rules: Rules): Constancy {
  const all = conditions.map(({ rule }) => toConstancy(rule, rules, true));
  if (all.includes("never")) return "never";
  return all.includes("sometimes") ? "sometimes" : "always";
}

function expand(value: unknown, rules: Rules, depth: number): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((part) => expand(part, rules, depth + 1));
  if (!isMap(value)) return value;
  const name = [value["rule"]].flat()[0];
  if (typeof name === "string" && Object.keys(value).length === 1 && Object.hasOwn(rules, name))
    return expand(rules[name], rules, depth + 1);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, expand(part, rules, depth + 1)]));
}
