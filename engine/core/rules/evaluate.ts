import jsonLogic from "json-logic-js";
import {
  EXPRESSION_LIMITS,
  isMap,
  isTable,
  listOperators,
  RuleError,
  toOperands,
  type Expr,
  type Frame,
  type Rule,
  type Scope,
  type ValueTable,
} from "./expression.ts";
import { findOperator, operators } from "./operators.ts";

export type { Expr, Formats, Rule, Scope } from "./expression.ts";

// json-logic-js keeps one operator table per process. This module removes its operators, including `log` (which prints
// data) and arithmetic, and installs the closed list.
const builtInOperators = [
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

/** json-logic-js runs its own list operators before ours, so ours have other names there. */
const toInnerName = (name: string): string => (listOperators.has(name) ? `rows ${name}` : name);
for (const name of builtInOperators) jsonLogic.rm_operation(name);
for (const [name, { run }] of Object.entries<NonNullable<ReturnType<typeof findOperator>>>(operators)) {
  if (!run) continue;
  jsonLogic.add_operation(toInnerName(name), function (this: Frame, ...values: unknown[]) {
    return run(values, this);
  });
}

const sizes = new WeakMap<object, number>();

/** Counts the nodes of an expression, once per object. Throws RuleError for an expression that the check rejects. */
function measure(expr: Expr): number {
  if (typeof expr !== "object" || expr === null) return 1;
  const known = sizes.get(expr);
  if (known !== undefined) return known;
  const size = countNodes(expr, 0);
  sizes.set(expr, size);
  return size;
}

/**
 * Number of nodes of an expression: its evaluation cost without named rules. 0 for an expression that the check
 * rejects.
 */
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

const prepared = new WeakMap<object, Expr>();

/** Hides operands for single elements from json-logic-js, which evaluates all operands first. */
function prepare(expr: Expr): Expr {
  if (typeof expr !== "object" || expr === null) return expr;
  const known = prepared.get(expr);
  if (known !== undefined) return known;
  const result = toPrepared(expr);
  prepared.set(expr, result);
  return result;
}

function toPrepared(expr: object): Expr {
  if (Array.isArray(expr)) {
    const parts = (expr as readonly Expr[]).map(prepare);
    return parts.every((part, index) => part === expr[index]) ? (expr as readonly Expr[]) : parts;
  }
  const [name = ""] = Object.keys(expr);
  const operands = (expr as Readonly<Record<string, Expr>>)[name] ?? null;
  if (!listOperators.has(name)) {
    const inner = prepare(operands);
    return inner === operands ? (expr as Expr) : { [name]: inner };
  }
  const [list = null, each, ...others] = toOperands(operands);
  // json-logic-js takes an object with two keys for data.
  const hidden = each === undefined ? [] : [{ each, isHidden: true }];
  return { [toInnerName(name)]: [prepare(list), ...hidden, ...others.map(prepare)] };
}

/** Receives each named rule that was evaluated, and its result. */
type RuleWatch = (name: string, holds: boolean) => void;
let observer: RuleWatch | undefined;

/** Sets the observer of named rules for the whole process; undefined removes it. Coverage tools use it. */
export function watchRules(next: RuleWatch | undefined): void {
  observer = next;
}

/** Rule calls of the recording that is in progress. */
let recording: Parameters<RuleWatch>[] | undefined;

function report(...call: Parameters<RuleWatch>): void {
  recording?.push(call);
  observer?.(...call);
}

/** A computed value, and a way to report its rule calls to the observer again. */
export interface RecordedRuleCalls<T> {
  readonly value: T;
  replay(): void;
}

/**
 * Records the rule calls of a computation whose result is cached, so that a cache hit reports them too. Never nested.
 */
export function recordRuleCalls<T>(work: () => T): RecordedRuleCalls<T> {
  const calls: Parameters<RuleWatch>[] = [];
  recording = calls;
  try {
    return { value: work(), replay: () => calls.forEach((call) => observer?.(...call)) };
  } finally {
    recording = undefined;
  }
}

class Evaluation implements Frame {
  readonly scope: Scope;
  #fuel: number = EXPRESSION_LIMITS.fuel;
  #ruleDepth = 0;
  locals: Frame["locals"];

  constructor(scope: Scope) {
    this.scope = scope;
  }

  truthy(value: unknown): boolean {
    return jsonLogic.truthy(value);
  }

  rule(name: string): unknown {
    const { rules } = this.scope;
    if (!Object.hasOwn(rules, name)) throw new RuleError("rule", `Unknown rule ${name}`);
    if (this.#ruleDepth >= EXPRESSION_LIMITS.ruleDepth) throw new RuleError("depth", `The rule ${name} is circular`);
    this.#ruleDepth += 1;
    const value = this.run(rules[name] ?? null);
    this.#ruleDepth -= 1;
    report(name, jsonLogic.truthy(value));
    return value;
  }

  runFor(hidden: Expr, locals: Readonly<Record<string, unknown>>): unknown {
    const outer = this.locals;
    this.locals = { ...outer, ...locals };
    try {
      return this.run((hidden as { readonly each: Expr }).each);
    } finally {
      this.locals = outer;
    }
  }

  /** An expression's size bounds its steps; named rules and each element of a list add to it. */
  run(expr: Expr): unknown {
    this.#fuel -= measure(expr);
    if (this.#fuel < 0) throw new RuleError("fuel", "The rule takes too many steps");
    return jsonLogic.apply(prepare(expr) as Parameters<typeof jsonLogic.apply>[0], this) as unknown;
  }
}

/**
 * Evaluates an expression, or a table of them, in a scope; undefined for an absent value. Browser and server share it.
 * Throws RuleError only for an expression that the check rejects.
 */
export function evaluate(expr: Expr | ValueTable, scope: Scope): unknown {
  if (isTable(expr)) {
    const { rows, otherwise } = expr as ValueTable;
    const row = rows.find(({ when }) => isTrue(when, scope));
    return evaluate(row ? row.value : otherwise, scope);
  }
  return typeof expr === "object" && expr !== null ? new Evaluation(scope).run(expr) : expr;
}

/** Returns whether a rule holds. An empty list does not hold; an absent rule does. */
export function isTrue(rule: Rule | undefined, scope: Scope): boolean {
  return rule === undefined || jsonLogic.truthy(evaluate(rule, scope));
}

/** Returns whether a named rule holds. Throws RuleError for an unknown name. */
export function isRuleTrue(name: string, scope: Scope): boolean {
  return jsonLogic.truthy(new Evaluation(scope).rule(name));
}
