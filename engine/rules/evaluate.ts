import jsonLogic from "json-logic-js";
import { EXPRESSION_LIMITS, isMap, isTable, RuleError, toOperands } from "./expression.ts";
import type { Expr, Frame, Rule, Scope, ValueTable } from "./expression.ts";
import { findOperator, operators } from "./operators.ts";

export type { Expr, Formats, Rule, Scope } from "./expression.ts";

// json-logic-js keeps one table for the whole process. It becomes ours: everything it brings is taken
// out, also `log` (it prints data) and arithmetic, and the closed list is put in.
const brought = [
  "==",
  "===",
  "!=",
  "!==",
  ">",
  ">=",
  "<",
  "<=",
  "!!",
  "!",
  "%",
  "log",
  "in",
  "cat",
  "substr",
  "+",
  "*",
  "-",
  "/",
  "min",
  "max",
  "merge",
  "var",
  "missing",
  "missing_some",
];
for (const name of brought) jsonLogic.rm_operation(name);
for (const [name, { run }] of Object.entries<NonNullable<ReturnType<typeof findOperator>>>(operators)) {
  if (!run) continue;
  jsonLogic.add_operation(name, function (this: Frame, ...values: unknown[]) {
    return run(values, this);
  });
}

const sizes = new WeakMap<object, number>();

/** Nodes of an expression, counted once per object; throws RuleError for what the check refuses. */
function measure(expr: Expr): number {
  if (typeof expr !== "object" || expr === null) return 1;
  const known = sizes.get(expr);
  if (known !== undefined) return known;
  const size = countNodes(expr, 0);
  sizes.set(expr, size);
  return size;
}

/** Nodes of an expression: what evaluating it costs, without the rules that it asks; 0 for one that the check refuses. */
export function sizeOf(expr: Expr): number {
  try {
    return measure(expr);
  } catch (error) {
    if (error instanceof RuleError) return 0;
    throw error;
  }
}

function countNodes(expr: Expr, depth: number): number {
  if (depth > EXPRESSION_LIMITS.depth) throw new RuleError("depth", "The expression is nested too deeply");
  let size = 1;
  for (const part of partsOf(expr)) {
    size += countNodes(part, depth + 1);
    if (size > EXPRESSION_LIMITS.nodes) throw new RuleError("size", "The expression is too large");
  }
  return size;
}

function partsOf(expr: Expr): readonly Expr[] {
  if (Array.isArray(expr)) return expr as readonly Expr[];
  if (!isMap(expr)) return [];
  const [name, ...others] = Object.keys(expr);
  if (name === undefined || others.length > 0)
    throw new RuleError("expression", "An expression has exactly one operator");
  if (!findOperator(name)) throw new RuleError("operator", `Unknown operator ${name}`);
  return toOperands((expr as { readonly [operator: string]: Expr })[name] ?? null);
}

/** Told of each named rule that was asked, and whether it holds. */
type RuleWatch = (name: string, holds: boolean) => void;
let watch: RuleWatch | undefined;

/** Whoever wants to know what was tried hears every named rule as it is asked, in the whole process; undefined ends it. */
export function watchRules(told: RuleWatch | undefined): void {
  watch = told;
}

/** What is overheard at the moment. */
let overheard: Parameters<RuleWatch>[] | undefined;

function tell(...told: Parameters<RuleWatch>): void {
  overheard?.push(told);
  watch?.(...told);
}

/** What was worked out, and a way to tell again which rules were asked for it. */
export interface Overheard<T> {
  readonly value: T;
  repeat(): void;
}

/** Works something out that is remembered: whoever takes it from there tells what was asked for it, as if it had been asked again. Never one within another. */
export function overhear<T>(work: () => T): Overheard<T> {
  const heard: Parameters<RuleWatch>[] = [];
  overheard = heard;
  try {
    return { value: work(), repeat: () => heard.forEach((told) => watch?.(...told)) };
  } finally {
    overheard = undefined;
  }
}

class Evaluation implements Frame {
  readonly scope: Scope;
  #fuel: number = EXPRESSION_LIMITS.fuel;
  #ruleDepth = 0;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  truthy(value: unknown): boolean {
    return jsonLogic.truthy(value);
  }

  rule(name: string): unknown {
    const { rules } = this.scope;
    if (!Object.hasOwn(rules, name)) throw new RuleError("rule", `Unknown rule ${name}`);
    if (this.#ruleDepth >= EXPRESSION_LIMITS.ruleDepth)
      throw new RuleError("depth", `The rule ${name} leads in a circle`);
    this.#ruleDepth += 1;
    const value = this.run(rules[name] ?? null);
    this.#ruleDepth -= 1;
    tell(name, jsonLogic.truthy(value));
    return value;
  }

  /** Nothing repeats inside an expression, so its size bounds its steps; only rules add to it. */
  run(expr: Expr): unknown {
    this.#fuel -= measure(expr);
    if (this.#fuel < 0) throw new RuleError("fuel", "The rule takes too many steps");
    return jsonLogic.apply(expr as Parameters<typeof jsonLogic.apply>[0], this) as unknown;
  }
}

/**
 * The value of an expression, or of a table of them, in a scope; undefined for what is absent. Same code in browser
 * and server. Throws RuleError only for an expression that the check refuses.
 */
export function evaluate(expr: Expr | ValueTable, scope: Scope): unknown {
  if (isTable(expr)) {
    const { rows, otherwise } = expr as ValueTable;
    const row = rows.find(({ when }) => isTrue(when, scope));
    return evaluate(row ? row.value : otherwise, scope);
  }
  return typeof expr === "object" && expr !== null ? new Evaluation(scope).run(expr) : expr;
}

/** Whether a rule holds (an empty list does not); an absent rule holds. */
export function isTrue(rule: Rule | undefined, scope: Scope): boolean {
  return rule === undefined || jsonLogic.truthy(evaluate(rule, scope));
}

/** Whether a named rule holds. Throws RuleError for one that is not there. */
export function isRuleTrue(name: string, scope: Scope): boolean {
  return jsonLogic.truthy(new Evaluation(scope).rule(name));
}
