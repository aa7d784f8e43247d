import type { ScopedRule } from "#engine/form/form-model.ts";
import { isMap, type Expr, type Rule } from "#engine/rules/expression.ts";
import { toCanonical } from "./change.ts";

type Rules = Readonly<Record<string, Expr>>;

/** How deep named rules are followed; those of checked documents end sooner. */
const deepest = 64;

/** An expression with the rules that it names in place of their names: equal texts are equal conditions in two releases. */
export function toMeaning(value: unknown, rules: Rules): string {
  return toCanonical(expand(value, rules, 0));
}

/** The same of a condition somewhere in a form, whose `data` begins at `base`. */
export const toScopedMeaning = (conditions: readonly ScopedRule[], rules: Rules): string =>
  conditions.map(({ rule, base }) => `${base} ${toMeaning(rule, rules)}`).join("\n");

/** What a rule answers whatever it reads, as far as its words tell. */
export type Constancy = "always" | "never" | "sometimes";

/** What can be said of a rule without data; an absent rule is what `absent` says. */
export function toConstancy(rule: Rule | undefined, rules: Rules, absent: boolean): Constancy {
  const expanded = rule === undefined ? absent : expand(rule, rules, 0);
  if (expanded === true) return "always";
  return expanded === false ? "never" : "sometimes";
}

/** The same of conditions that must all hold. */
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
