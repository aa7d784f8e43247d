import type { Expr } from "./expression.ts";
import { findNamed, visitExpression, type ExprNode } from "./visit.ts";

type Rules = Readonly<Record<string, Expr>>;

/**
 * The `var` paths that an expression, or anything that holds expressions, reads, each once, in the order met; named
 * rules are followed. What a path stands for changes only when one of them does.
 */
export function readPaths(value: unknown, rules: Rules): string[] {
  const paths = new Set<string>();
  for (const node of follow(value, rules)) {
    const path = findNamed(node, "var");
    if (path !== undefined) paths.add(path);
  }
  return [...paths];
}

/** Something that rules ask of the roots: the path that it is asked of, and the expression that answers it. */
export interface Ground {
  readonly path: string;
  readonly expr: Expr;
}

/** What says of a value only whether there is one, or how much of it. */
const sayingLess = ["blank", "filled", "count", "!"];

/**
 * What alone decides the value of anything that holds expressions, each once, named rules followed: the value at a path,
 * or, where rules ask only whether there is one or how many, that answer. So a rule about a missing name is decided by
 * yes or no, not by the name.
 */
export function readGrounds(value: unknown, rules: Rules): Ground[] {
  const grounds = new Map<string, Ground>();
  let within = false;
  for (const node of follow(value, rules)) {
    const path = findNamed(node, "var");
    const asked = sayingLess.includes(node.operator) ? toPath(node.operands) : undefined;
    if (path !== undefined && !within) grounds.set(path, { path, expr: { var: path } });
    if (asked !== undefined)
      grounds.set(`${node.operator} ${asked}`, { path: asked, expr: { [node.operator]: [{ var: asked }] } });
    // An operand is met right after its operator.
    within = asked !== undefined;
  }
  return [...grounds.values()];
}

function toPath(operands: readonly Expr[]): string | undefined {
  const [node] = visitExpression(operands);
  return node && findNamed(node, "var");
}

/** Every operator, outermost first; behind one that names a rule come those of the rule, once. */
function* follow(value: unknown, rules: Rules, followed = new Set<string>()): Generator<ExprNode> {
  for (const node of visitExpression(value)) {
    yield node;
    const rule = findNamed(node, "rule");
    if (rule === undefined || followed.has(rule) || !Object.hasOwn(rules, rule)) continue;
    followed.add(rule);
    yield* follow(rules[rule], rules, followed);
  }
}
