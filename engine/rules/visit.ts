import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isMap, toOperands, type Expr } from "./expression.ts";
import { findOperator } from "./operators.ts";

/** One operator of an expression with its operands; `pointer` is relative to where the visit began. */
export interface ExprNode {
  readonly operator: string;
  readonly operands: readonly Expr[];
  readonly pointer: string;
}

/** How deep a visit goes; documents that nest deeper are refused before they are visited. */
const deepest = 64;

/**
 * The one visitor of expressions: every operator of an expression, outermost first, and of anything that holds
 * expressions: lists, maps, tables, texts with gaps. Named rules are met, not followed.
 */
export function* visitExpression(value: unknown, pointer = "", depth = 0): Generator<ExprNode> {
  if (depth > deepest) return;
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) yield* visitExpression(part, `${pointer}/${index}`, depth + 1);
    return;
  }
  if (!isMap(value)) return;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined && others.length === 0 && findOperator(name)) {
    const operands = toOperands(value[name] as Expr);
    yield { operator: name, operands, pointer };
    yield* visitExpression(value[name], `${pointer}/${toPointerStep(name)}`, depth + 1);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    yield* visitExpression(child, `${pointer}/${toPointerStep(key)}`, depth + 1);
  }
}

/** The literal a node names: the path of a `var`, the name of a `rule`; undefined for another operator. */
export function findNamed(node: ExprNode, operator: "var" | "rule"): string | undefined {
  const [first] = node.operands;
  return node.operator === operator && typeof first === "string" ? first : undefined;
}

/** Names of rules that an expression asks, each once; rules that those ask are not followed. */
export function readRules(value: unknown): string[] {
  const names = new Set<string>();
  for (const node of visitExpression(value)) {
    const name = findNamed(node, "rule");
    if (name !== undefined) names.add(name);
  }
  return [...names];
}
