import type { Issue } from "#engine/core/base/issue.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { EXPRESSION_LIMITS, isMap, toOperands, type Expr } from "#engine/core/rules/expression.ts";
import { findOperator, operators, type OperandType, type Operator } from "#engine/core/rules/operators.ts";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { didYouMean } from "./suggestion.ts";

/** The codes of faults in an expression's syntax. */
export type ExpressionCode =
  | "expression/too-large"
  | "expression/too-deep"
  | "expression/not-an-expression"
  | "expression/unknown-operator"
  | "expression/operand-count"
  | "expression/operand-type"
  | "expression/text-only-operator"
  | "expression/path-not-literal"
  | "expression/pattern-not-literal"
  | "expression/rule-not-literal"
  | "expression/unknown-rule"
  | "pattern/invalid";

/** A fault in an expression; `pointer` is relative to it. The caller adds the definition. */
export type ExpressionIssue = Omit<Issue, "document" | "code"> & { readonly code: ExpressionCode };

/** Context of an expression: the rules that it may name, and whether it may use `date`, `money` and `label`. */
export interface ExpressionContext {
  readonly rules?: ReadonlySet<string>;
  readonly inText?: boolean;
}

/** Returns the faults of an expression; `evaluate` never throws for one without faults. */
export function checkExpression(expr: unknown, context: ExpressionContext = {}): ExpressionIssue[] {
  const checker = new ExpressionChecker(context);
  checker.visit(expr, "", 0);
  return checker.issues;
}

class ExpressionChecker {
  readonly issues: ExpressionIssue[] = [];
  readonly #context: ExpressionContext;
  #nodes = 0;

  constructor(context: ExpressionContext) {
    this.#context = context;
  }

  visit(expr: unknown, pointer: string, depth: number): void {
    this.#nodes += 1;
    if (this.#nodes === EXPRESSION_LIMITS.nodes + 1)
      this.#add(pointer, "expression/too-large", `An expression has at most ${EXPRESSION_LIMITS.nodes} parts`);
    if (this.#nodes > EXPRESSION_LIMITS.nodes) return;
    if (depth > EXPRESSION_LIMITS.depth)
      return this.#add(
        pointer,
        "expression/too-deep",
        `An expression is at most ${EXPRESSION_LIMITS.depth} levels deep`,
      );
    if (Array.isArray(expr)) {
      expr.forEach((part: unknown, index) => this.visit(part, `${pointer}/${index}`, depth + 1));
    } else if (isMap(expr)) {
      this.#visitOperation(expr, pointer, depth);
    }
  }

  #visitOperation(expr: Record<string, unknown>, pointer: string, depth: number): void {
    const [name, ...others] = Object.keys(expr);
    if (name === undefined || others.length > 0)
      return this.#add(pointer, "expression/not-an-expression", "An expression is an object with exactly one operator");
    const operator = findOperator(name);
    if (!operator) {
      const message = `There is no operator "${name}"${didYouMean(name, Object.keys(operators))}`;
      return this.#add(pointer, "expression/unknown-operator", message);
    }
    const at = `${pointer}/${toPointerStep(name)}`;
    const operands = toOperands(expr[name] as Expr);
    const bracketed = Array.isArray(expr[name]);
    this.#checkOperator(name, operator, operands, at);
    operands.forEach((operand, index) => {
      const place = bracketed ? `${at}/${index}` : at;
      const fault = findOperandFault(
        operator.operands[Math.min(index, operator.operands.length - 1)] ?? "any",
        operand,
        this.#context.rules,
      );
      if (fault) this.#add(place, fault.code, fault.message);
      else this.visit(operand, place, depth + 1);
    });
  }

  #checkOperator(name: string, operator: Operator, operands: readonly Expr[], at: string): void {
    const [least, most] = operator.arity;
    if (operands.length < least || operands.length > most) {
      const allowed = least === most ? String(least) : `${least} to ${most}`;
      const message = `"${name}" takes ${allowed} operand${most === 1 ? "" : "s"}, not ${operands.length}`;
      this.#add(at, "expression/operand-count", message);
    }
    if (operator.textOnly && this.#context.inText === false)
      this.#add(at, "expression/text-only-operator", `"${name}" is only allowed in a text`);
  }

  #add(pointer: string, code: ExpressionCode, message: string): void {
    this.issues.push({ pointer, code, message });
  }
}

interface Fault {
  readonly code: ExpressionCode;
  readonly message: string;
}

/** Operand types that must be literals; all others accept any expression of a fitting type. */
const literals: Partial<Record<OperandType, (operand: Expr, rules?: ReadonlySet<string>) => Fault | undefined>> = {
  path: (operand) =>
    typeof operand === "string" && isPath(operand)
      ? undefined
      : { code: "expression/path-not-literal", message: 'A path must be a literal such as "data.name"' },
  pattern: (operand) => {
    if (typeof operand !== "string")
      return {
        code: "expression/pattern-not-literal",
        message: 'A pattern must be a literal; use "mask" for a format from data',
      };
    const fault = findPatternFault(operand);
    return fault ? { code: "pattern/invalid", message: fault } : undefined;
  },
  rule: (operand, rules) => {
    if (typeof operand !== "string")
      return { code: "expression/rule-not-literal", message: "The name of a rule must be a literal" };
    if (!rules || rules.has(operand)) return undefined;
    return { code: "expression/unknown-rule", message: `There is no rule "${operand}"${didYouMean(operand, rules)}` };
  },
};

/** Result types that fit each operand type; "any" always fits. */
const fitting: Partial<Record<OperandType, readonly Operator["result"][]>> = {
  text: ["any", "text", "number"],
  number: ["any", "number"],
  list: ["any"],
  map: ["any"],
  holder: ["any", "text"],
  condition: ["any", "boolean"],
  ordered: ["any", "number", "text"],
  moment: ["any", "text"],
};

function findOperandFault(type: OperandType, operand: Expr, rules: ReadonlySet<string> | undefined): Fault | undefined {
  const literal = literals[type];
  if (literal) return literal(operand, rules);
  const allowed = fitting[type];
  const result = allowed && resultOf(operand);
  return result && !allowed.includes(result)
    ? { code: "expression/operand-type", message: `The operand must be a ${type}, but this is a ${result}` }
    : undefined;
}

function resultOf(operand: Expr): Operator["result"] {
  if (typeof operand === "boolean" || typeof operand === "number")
    return typeof operand === "number" ? "number" : "boolean";
  if (typeof operand === "string") return "text";
  if (!isMap(operand)) return "any";
  return findOperator(Object.keys(operand)[0] ?? "")?.result ?? "any";
}

function isPath(path: string): boolean {
  return (
    path !== "" &&
    path.split(".").every((step) => step !== "" && !["__proto__", "constructor", "prototype"].includes(step))
  );
}
