import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { oncePerObject } from "#engine/core/base/once.ts";
import { toOperands, type Expr } from "./expression.ts";
import { findOperator } from "./operators.ts";

/** One operator of an expression with its operands; `pointer` is relative to the start of the visit. */
export interface ExprNode {
  readonly operator: string;
  readonly operands: readonly Expr[];
  readonly pointer: string;
}

/** Maximum depth of a visit; deeper definitions are rejected before a visit. */
const maxDepth = 64;

/**
 * The one visitor of expressions. Returns every operator, outermost first, of an expression or of any list, map, table
 * or text that contains expressions. It does not follow named rules.
 */
export function visitExpression(value: unknown): IterableIterator<ExprNode> {
  const nodes: ExprNode[] = [];
  collect(value, "", 0, nodes);
  return nodes.values();
}

/** Collects into one list: nested generators would pass each node up through every level. */
function collect(value: unknown, pointer: string, depth: number, nodes: ExprNode[]): void {
  if (depth > maxDepth || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) collect(value[index], `${pointer}/${index}`, depth + 1, nodes);
    return;
  }
  const written = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(written);
  const [name] = keys;
  if (name !== undefined && keys.length === 1 && findOperator(name))
    nodes.push({ operator: name, operands: toOperands(written[name] as Expr), pointer });
  for (const key of keys) collect(written[key], `${pointer}/${toPointerStep(key)}`, depth + 1, nodes);
}

/**
 * Returns the literal that a node names: the path of a `var` or the name of a `rule`; undefined for another operator.
 */
export function findReferencedName(node: ExprNode, operator: "var" | "rule"): string | undefined {
  const [first] = node.operands;
  return node.operator === operator && typeof first === "string" ? first : undefined;
}

/** Returns the names of the rules that an expression uses directly, each once. */
export const listRuleNames = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? findRuleNames(value) : [];

// Cached, because the check reads the same expressions for every organisation.
const findRuleNames = oncePerObject((value: object): readonly string[] => {
  const names = new Set<string>();
  for (const node of visitExpression(value)) {
    const name = findReferencedName(node, "rule");
    if (name !== undefined) names.add(name);
  }
  return [...names];
});
