import type { Expr } from "./expression.ts";
import { findReferencedName, visitExpression, type ExprNode } from "./visit-expression.ts";

type Rules = Readonly<Record<string, Expr>>;

/**
 * Returns the `var` paths that a value with expressions reads, each once, in order. Named rules are followed. The
 * result of the value changes only when one of these paths does.
 */
export function readPaths(value: unknown, rules: Rules): string[] {
  const paths = new Set<string>();
  for (const node of follow(value, rules)) {
    const path = findReferencedName(node, "var");
    if (path !== undefined) paths.add(path);
  }
  return [...paths];
}

/** An input of rules: the path that they read, and the expression that gives their input. */
export interface RuleInput {
  readonly path: string;
  readonly expr: Expr;
}

/** Operators that use only the presence or the size of a value. */
const presenceOperators = ["blank", "filled", "count", "!"];

/**
 * Returns the inputs that alone decide the result of a value with expressions, each once. Named rules are followed.
 * Where rules use only presence or size, the input is that answer: a rule about a missing name depends on yes or no,
 * not on the name.
 */
export function readInputs(value: unknown, rules: Rules): RuleInput[] {
  const inputs = new Map<string, RuleInput>();
  let isOperand = false;
  for (const node of follow(value, rules)) {
    const path = findReferencedName(node, "var");
    const presencePath = presenceOperators.includes(node.operator) ? toPath(node.operands) : undefined;
    if (path !== undefined && !isOperand) inputs.set(path, { path, expr: { var: path } });
    if (presencePath !== undefined)
      inputs.set(`${node.operator} ${presencePath}`, {
        path: presencePath,
        expr: { [node.operator]: [{ var: presencePath }] },
      });
    // An operand directly follows its operator.
    isOperand = presencePath !== undefined;
  }
  return [...inputs.values()];
}

function toPath(operands: readonly Expr[]): string | undefined {
  const [node] = visitExpression(operands);
  return node && findReferencedName(node, "var");
}

/** Yields every operator, outermost first; the operators of a named rule follow its first use. */
function* follow(value: unknown, rules: Rules, followed = new Set<string>()): Generator<ExprNode> {
  for (const node of visitExpression(value)) {
    yield node;
    const rule = findReferencedName(node, "rule");
    if (rule === undefined || followed.has(rule) || !Object.hasOwn(rules, rule)) continue;
    followed.add(rule);
    yield* follow(rules[rule], rules, followed);
  }
}
