/** A JSON-Logic expression: a literal, a list, or one operator with its operands. */
export type Expr = null | boolean | number | string | readonly Expr[] | { readonly [operator: string]: Expr };

/** The only branch there is: the first row that holds gives the value, `otherwise` is mandatory. */
export interface ValueTable {
  readonly rows: readonly { readonly when: Rule; readonly value: Expr }[];
  readonly otherwise: Expr;
}

/** Anything that answers yes or no: a constant, an inline expression or `{rule: "name"}`. */
export type Rule = boolean | Expr;

/** How values are written for people; given only where texts are made. */
export interface Formats {
  date(value: unknown, style: string): string;
  money(amount: number, currency: string): string;
  label(catalogue: string, key: string): string;
}

/** What an expression can see: roots by name, named rules, and formats when it stands in a text. */
export interface Scope {
  readonly roots: Readonly<Record<string, unknown>>;
  readonly rules: Readonly<Record<string, Expr>>;
  readonly formats?: Formats;
}

/** One evaluation: what it sees and what it may still spend. Operators receive it, documents never do. */
export interface Frame {
  readonly scope: Scope;
  truthy(value: unknown): boolean;
  rule(name: string): unknown;
}

/** Bounds on an expression and on one evaluation. `fuel` is counted in nodes. */
export const EXPRESSION_LIMITS = { depth: 24, nodes: 1_000, ruleDepth: 16, fuel: 10_000, textLength: 1_000 } as const;

/** An expression that no check lets through was evaluated: unknown operator, too deep, out of fuel. */
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

/** True for a table of values (or of texts, or of steps): it stands where a value may, never inside an expression. */
export function isTable(value: unknown): value is { readonly rows: readonly unknown[]; readonly otherwise: unknown } {
  return isMap(value) && Object.hasOwn(value, "otherwise") && Array.isArray(value["rows"]);
}

/** The operands of `{operator: operands}` as a list; a single operand needs no brackets. */
export function toOperands(operands: Expr): readonly Expr[] {
  return Array.isArray(operands) ? (operands as readonly Expr[]) : [operands];
}
