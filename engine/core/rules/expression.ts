/** A JSON-Logic expression: a literal, a list, or one operator with its operands. */
export type Expr = null | boolean | number | string | readonly Expr[] | { readonly [operator: string]: Expr };

/** A table of values, the only branch of the language: the first row that holds gives the value, else `otherwise`. */
export interface ValueTable {
  readonly rows: readonly { readonly when: Rule; readonly value: Expr }[];
  readonly otherwise: Expr;
}

/** A condition: a constant, an inline expression or `{rule: "name"}`. */
export type Rule = boolean | Expr;

/** Formats values for people; only texts have it. */
export interface Formats {
  date(value: unknown, style: string): string;
  money(amount: number, currency: string): string;
  number(value: unknown, decimals?: number): string;
  percent(value: unknown, decimals?: number): string;
  label(catalogue: string, key: string): string;
}

/** The evaluation scope: roots by name, named rules and, in a text, formats. */
export interface Scope {
  readonly roots: Readonly<Record<string, unknown>>;
  readonly rules: Readonly<Record<string, Expr>>;
  readonly formats?: Formats;
}

/** One evaluation in progress: its scope and its remaining fuel. Operators receive it. */
export interface Frame {
  readonly scope: Scope;
  truthy(value: unknown): boolean;
  rule(name: string): unknown;
  /** Values of the innermost list operator: `row`, and `accumulator` in a `reduce`. */
  readonly locals: Readonly<Record<string, unknown>> | undefined;
  /** Evaluates an operand for one element of a list. */
  runFor(expr: Expr, locals: Readonly<Record<string, unknown>>): unknown;
}

/** Limits of an expression and of one evaluation; `fuel` counts nodes. */
export const EXPRESSION_LIMITS = { depth: 24, nodes: 1_000, ruleDepth: 16, fuel: 10_000, textLength: 1_000 } as const;

/** Evaluation of an expression that the check rejects: unknown operator, too deep, out of fuel. */
export class RuleError extends Error {
  readonly code: "expression" | "operator" | "depth" | "size" | "fuel" | "rule" | "pattern";
  constructor(code: RuleError["code"], message: string) {
    super(message);
    this.name = "RuleError";
    this.code = code;
  }
}

/** True for an object with string keys that is neither null nor a list. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a table of values, texts or steps. A table may replace a value, but is never inside an expression. */
export function isTable(value: unknown): value is { readonly rows: readonly unknown[]; readonly otherwise: unknown } {
  return isMap(value) && Object.hasOwn(value, "otherwise") && Array.isArray(value["rows"]);
}

/** Operators whose second operand is evaluated once for each element of a list, which it reads as `row`. */
export const listOperators: ReadonlySet<string> = new Set(["some", "all", "none", "map", "filter", "reduce", "sum"]);

/** Returns the operands of `{operator: operands}` as a list; a single operand needs no brackets. */
export function toOperands(operands: Expr): readonly Expr[] {
  return Array.isArray(operands) ? (operands as readonly Expr[]) : [operands];
}
