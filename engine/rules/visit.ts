import { oncePer } from "#engine/base/once.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { toOperands, type Expr } from "./expression.ts";
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
export function visitExpression(value: unknown): IterableIterator<ExprNode> {
  const nodes: ExprNode[] = [];
  collect(value, "", 0, nodes);
  return nodes.values();
}

/** Into one list: generators within generators would hand each node up through every level above it. */
function collect(value: unknown, pointer: string, depth: number, nodes: ExprNode[]): void {
  if (depth > deepest || typeof value !== "object" || value === null) return;
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

/** The literal a node names: the path of a `var`, the name of a `rule`; undefined for another operator. */
export function findNamed(node: ExprNode, operator: "var" | "rule"): string | undefined {
  const [first] = node.operands;
  return node.operator === operator && typeof first === "string" ? first : undefined;
}

/** Names of rules that an expression asks, each once; rules that those ask are not followed. */
export const readRules = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? rulesIn(value) : [];

// The check asks it of the same expressions for every organisation.
const rulesIn = oncePer((value: object): readonly string[] => {
  const names = new Set<string>();
  for (const node of visitExpression(value)) {
    const name = findNamed(node, "rule");
    if (name !== undefined) names.add(name);
  }
  return [...names];
});
