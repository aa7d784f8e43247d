import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findNearest } from "#engine/base/nearest.ts";
import type { Issue } from "#engine/base/issue.ts";
import type { Expr } from "./expression.ts";
import { EXPRESSION_LIMITS, isMap, toOperands } from "./expression.ts";
import { findOperator, operators } from "./operators.ts";
import type { Operator, OperandType } from "./operators.ts";
import { findPatternFault } from "./pattern-fault.ts";

/** A fault in an expression; `pointer` is relative to the expression. The caller adds the document. */
export type ExprIssue = Omit<Issue, "document">;

/** What the place of an expression allows: the rules it may name, and `date money label` in texts only. */
export interface ExprPlace {
  readonly rules?: ReadonlySet<string>;
  readonly inText?: boolean;
}

/** What is wrong with an expression, so that `evaluate` never throws for one without issues. */
export function checkExpr(expr: unknown, place: ExprPlace = {}): ExprIssue[] {
  const check = new ExprCheck(place);
  check.visit(expr, "", 0);
  return check.issues;
}

class ExprCheck {
  readonly issues: ExprIssue[] = [];
  readonly #place: ExprPlace;
  #nodes = 0;

  constructor(place: ExprPlace) {
    this.#place = place;
  }

  visit(expr: unknown, pointer: string, depth: number): void {
    this.#nodes += 1;
    if (this.#nodes === EXPRESSION_LIMITS.nodes + 1)
      this.#add(pointer, "expression-too-large", `An expression has at most ${EXPRESSION_LIMITS.nodes} parts`);
    if (this.#nodes > EXPRESSION_LIMITS.nodes) return;
    if (depth > EXPRESSION_LIMITS.depth)
      return this.#add(
        pointer,
        "expression-too-deep",
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
      return this.#add(pointer, "not-an-expression", "An expression is an object with exactly one operator");
    const operator = findOperator(name);
    if (!operator) {
      const near = findNearest(name, Object.keys(operators));
      return this.#add(
        pointer,
        "unknown-operator",
        `Unknown operator '${name}'${near ? `, did you mean '${near}'?` : ""}`,
      );
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
        this.#place.rules,
      );
      if (fault) this.#add(place, fault.code, fault.message);
      else this.visit(operand, place, depth + 1);
    });
  }

  #checkOperator(name: string, operator: Operator, operands: readonly Expr[], at: string): void {
    const [least, most] = operator.arity;
    if (operands.length < least || operands.length > most) {
      const allowed = least === most ? String(least) : `${least} to ${most}`;
      this.#add(
        at,
        "operand-count",
        `'${name}' takes ${allowed} operand${most === 1 ? "" : "s"}, not ${operands.length}`,
      );
    }
    if (operator.textOnly && this.#place.inText === false)
      this.#add(at, "text-operator", `'${name}' stands in a text only`);
  }

  #add(pointer: string, code: string, message: string): void {
    this.issues.push({ pointer, code, message });
  }
}

interface Fault {
  readonly code: string;
  readonly message: string;
}

/** One entry per operand type that must be a literal; a type without entry takes any expression that could be of it. */
const literals: Partial<Record<OperandType, (operand: Expr, rules?: ReadonlySet<string>) => Fault | undefined>> = {
  path: (operand) =>
    typeof operand === "string" && isPath(operand)
      ? undefined
      : { code: "path-not-literal", message: 'A path is a literal such as "data.name", of own keys only' },
  pattern: (operand) => {
    if (typeof operand !== "string")
      return {
        code: "pattern-not-literal",
        message: "A pattern is a literal; a format that comes from data is a 'mask'",
      };
    const fault = findPatternFault(operand);
    return fault ? { code: "pattern-refused", message: fault } : undefined;
  },
  rule: (operand, rules) => {
    if (typeof operand !== "string") return { code: "rule-not-literal", message: "A rule is named by a literal" };
    if (!rules || rules.has(operand)) return undefined;
    const near = findNearest(operand, rules);
    return { code: "unknown-rule", message: `Unknown rule '${operand}'${near ? `, did you mean '${near}'?` : ""}` };
  },
};

/** What an operator answers, against what an operand must be; "any" fits everywhere. */
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
    ? { code: "operand-type", message: `A ${type} is needed here, this is a ${result}` }
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
