import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import {
  anyValue,
  followPath,
  getElementType,
  getPropertyType,
  type JsonSchema,
  presentValue,
  unionOfTypes,
  type ValueType,
} from "#engine/core/base/value-type.ts";
import { type Expr, isMap, listOperators, toOperands } from "#engine/core/rules/expression.ts";
import { findOperator } from "#engine/core/rules/operators.ts";
import type { ScopeShape } from "./scopes.ts";

/** A `var` path, and where it failed. `at` is the value that lacks the step; undefined when the root is missing. */
export interface Path {
  readonly path: string;
  readonly root: string;
  readonly failed?: { readonly step: string; readonly at: ValueType | undefined };
}

/** A node of an expression with the shape of its value. */
export interface TypedNode {
  readonly expr: Expr;
  /** Relative to the expression. */
  readonly pointer: string;
  readonly known: ValueType;
  readonly operator?: string;
  readonly operands: readonly TypedNode[];
  readonly path?: Path;
}

/** The named rules. */
export interface Rules {
  readonly [name: string]: Expr;
}

const kinds: Readonly<Record<string, JsonSchema>> = {
  boolean: { type: "boolean" },
  number: { type: "number" },
  text: { type: "string" },
  any: {},
};

interface Frame {
  scope: ScopeShape;
  rules: Rules;
  /** Paths that are not missing. */
  filled: ReadonlySet<string>;
}

/** Gives every node of an expression its type in a scope. Never throws: a node that cannot be typed can be anyValue. */
export function typeExpression(
  expr: Expr,
  scope: ScopeShape,
  rules: Rules,
  filled: ReadonlySet<string> = new Set(),
): TypedNode {
  return typeNode(expr, "", { scope, rules, filled });
}

function typeNode(expr: Expr, pointer: string, frame: Frame): TypedNode {
  if (Array.isArray(expr)) {
    const operands = (expr as readonly Expr[]).map((part, index) => typeNode(part, `${pointer}/${index}`, frame));
    const items = operands.length > 0 ? unionOfTypes(operands.map((one) => one.known)).schema : {};
    return { expr, pointer, operands, known: presentValue({ type: "array", items }) };
  }
  if (!isMap(expr)) return { expr, pointer, operands: [], known: toLiteral(expr as null | boolean | number | string) };
  const [operator = ""] = Object.keys(expr);
  const found = findOperator(operator);
  if (!found) return { expr, pointer, operands: [], known: anyValue };
  return typeOperation(expr, operator, pointer, frame);
}

function typeOperation(expr: Expr, operator: string, pointer: string, frame: Frame): TypedNode {
  const written = (expr as Record<string, Expr>)[operator] as Expr;
  const at = `${pointer}/${toPointerStep(operator)}`;
  const isBracketed = Array.isArray(written);
  const listed = toOperands(written);
  const toNode = (operand: Expr, index: number, own: Frame) =>
    typeNode(operand, isBracketed ? `${at}/${index}` : at, own);
  const frameOf = toFrames(operator, expr, listed, frame);
  const operands = listOperators.has(operator)
    ? typeListOperands(operator, listed, frame, toNode)
    : listed.map((operand, index) => toNode(operand, index, frameOf(index)));
  if (operator === "var") return { expr, pointer, operator, operands, ...readVar(listed[0], frame) };
  const known = calculations.has(operator)
    ? typeCalculation(operator, operands)
    : (results[operator] ?? byTable(operator))(operands);
  return { expr, pointer, operator, operands, known };
}

/** The operands of a list operator: the second one has the element as `row` and, in a `reduce`, `accumulator`. */
function typeListOperands(
  operator: string,
  [list = null, ...others]: readonly Expr[],
  frame: Frame,
  toNode: (operand: Expr, index: number, own: Frame) => TypedNode,
): TypedNode[] {
  const typedList = toNode(list, 0, frame);
  const row = getElementType(typedList.known) ?? anyValue;
  const first = operator === "reduce" && others[1] !== undefined ? toNode(others[1], 2, frame) : undefined;
  const locals = { row, ...(first && { accumulator: { ...first.known, schema: toKind(first.known.schema) } }) };
  // A value that an outer row has can be missing in this one.
  const filled = new Set([...frame.filled].filter((path) => !Object.hasOwn(locals, path.split(".", 1)[0] ?? "")));
  const inner = { ...frame, filled, scope: { ...frame.scope, roots: { ...frame.scope.roots, ...locals } } };
  const each = others[0] === undefined ? [] : [toNode(others[0], 1, inner)];
  return [typedList, ...each, ...(first ? [first] : [])];
}

/** A literal's type without its value, because a `reduce` changes it. */
const toKind = (schema: JsonSchema): JsonSchema =>
  "const" in schema && schema["const"] !== null ? { type: typeof schema["const"] } : schema;

/** The frame of each operand: the operands of an `and`, and earlier ones of an `or`, imply that paths are filled. */
function toFrames(operator: string, expr: Expr, operands: readonly Expr[], frame: Frame): (index: number) => Frame {
  if (operator === "and") {
    const all = withFilled(frame, filledPaths(expr, frame.rules));
    return () => all;
  }
  if (operator !== "or") return () => frame;
  const implied = operands.map((operand) => filledPaths({ "!": operand }, frame.rules));
  return (index) => withFilled(frame, implied.slice(0, index).flat());
}

const withFilled = (frame: Frame, more: readonly string[]): Frame =>
  more.length === 0 ? frame : { ...frame, filled: new Set([...frame.filled, ...more]) };

/** The result of operators whose type depends on their operands. The operator table has the type of the others. */
const results: Readonly<Record<string, (operands: readonly TypedNode[]) => ValueType>> = {
  and: (operands) => ({
    schema: operands.at(-1)?.known.schema ?? {},
    canBeAbsent: operands.some((one) => one.known.canBeAbsent),
  }),
  or: (operands) => unionOfTypes(operands.map((one) => one.known)),
  count: () => presentValue({ type: "integer", minimum: 0 }),
  number: () => ({ schema: { type: "number" }, canBeAbsent: true }),
  map: ([, each]) => presentValue({ type: "array", items: each?.known.schema ?? {} }),
  filter: ([list]) => presentValue(list?.known.schema ?? {}),
  reduce: ([, each, first]) => unionOfTypes([each, first].flatMap((one) => (one ? [one.known] : []))),
  coalesce: (operands) => ({
    schema: unionOfTypes(operands.map((one) => one.known)).schema,
    canBeAbsent: operands.every((one) => one.known.canBeAbsent),
  }),
  lookup: ([map, , field]) => {
    const entry = map ? getElementType(map.known) : undefined;
    if (!entry) return anyValue;
    if (typeof field?.expr !== "string") return { ...entry, canBeAbsent: true };
    const value = followPath(entry, [field.expr]);
    return "known" in value ? { ...value.known, canBeAbsent: true } : anyValue;
  },
};

/** Operators whose result is a number, and is absent where an operand is. */
export const calculations: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%", "round", "min", "max"]);

const divisions: ReadonlySet<string> = new Set(["/", "%"]);
const isWhole = ({ schema }: ValueType): boolean =>
  schema["type"] === "integer" || (typeof schema["const"] === "number" && Number.isInteger(schema["const"]));

/** A division is absent for a zero, so only a literal divisor is safe. Sums of whole numbers are whole. */
function typeCalculation(operator: string, operands: readonly TypedNode[]): ValueType {
  const divisor = divisions.has(operator) ? operands[1]?.expr : 1;
  const canBeAbsent = operands.some(({ known }) => known.canBeAbsent) || typeof divisor !== "number" || divisor === 0;
  const keepsWhole = operator !== "/" && operands.every(({ known }) => isWhole(known));
  const isRounded = operator === "round" && operands.length === 1;
  return { schema: { type: keepsWhole || isRounded ? "integer" : "number" }, canBeAbsent };
}

function byTable(operator: string): () => ValueType {
  const result = findOperator(operator)?.result ?? "any";
  return () => (result === "any" ? anyValue : presentValue(kinds[result] as JsonSchema));
}

function readVar(written: Expr | undefined, { scope, filled }: Frame): { known: ValueType; path?: Path } {
  if (typeof written !== "string") return { known: anyValue };
  const [root = "", ...steps] = written.split(".");
  let current = Object.hasOwn(scope.roots, root) ? scope.roots[root] : undefined;
  if (!current) return { known: anyValue, path: { path: written, root, failed: { step: root, at: undefined } } };
  let reached = root;
  current = asFilled(current, reached, filled);
  for (const step of steps) {
    const next = getPropertyType(current, step);
    if (!next) return { known: anyValue, path: { path: written, root, failed: { step, at: current } } };
    reached = `${reached}.${step}`;
    current = asFilled(next, reached, filled);
  }
  return { known: current, path: { path: written, root } };
}

/** A filled path is not missing, and neither is anyValue above it. */
const asFilled = (known: ValueType, path: string, filled: ReadonlySet<string>): ValueType =>
  known.canBeAbsent && isFilled(path, filled) ? { ...known, canBeAbsent: false } : known;

function isFilled(path: string, filled: ReadonlySet<string>): boolean {
  if (filled.has(path)) return true;
  const above = `${path}.`;
  for (const one of filled) if (one.startsWith(above)) return true;
  return false;
}

function toLiteral(value: null | boolean | number | string): ValueType {
  return value === null ? { schema: { type: "null" }, canBeAbsent: true } : presentValue({ const: value });
}

/** Every node, outermost first. */
export function nodesOf(node: TypedNode, found: TypedNode[] = []): readonly TypedNode[] {
  found.push(node);
  for (const operand of node.operands) nodesOf(operand, found);
  return found;
}

const maxDepth = 12;

const toPath = (expr: Expr | undefined): string | undefined => {
  const path = isMap(expr) ? (Array.isArray(expr["var"]) ? expr["var"][0] : expr["var"]) : undefined;
  return typeof path === "string" ? path : undefined;
};
const isValue = (expr: Expr | undefined): boolean => expr !== undefined && expr !== null && !isMap(expr);

/** The paths that are filled whenever an expression is true. */
export function filledPaths(expr: Expr, rules: Rules, depth = 0): string[] {
  if (!isMap(expr) || depth > maxDepth) return [];
  const [operator = ""] = Object.keys(expr);
  const operands = toOperands((expr as Record<string, Expr>)[operator] as Expr);
  return implications[operator]?.(operands, rules, depth + 1) ?? [];
}

type Implication = (operands: readonly Expr[], rules: Rules, depth: number) => string[];
const listed = (path: string | undefined): string[] => (path === undefined ? [] : [path]);
const compared: Implication = ([left, right]) => [
  ...(isValue(right) ? listed(toPath(left)) : []),
  ...(isValue(left) ? listed(toPath(right)) : []),
];
const ordered: Implication = (operands) => operands.flatMap((operand) => listed(toPath(operand)));

/** The paths that each operator implies to be filled when it is true. */
const implications: Readonly<Record<string, Implication>> = {
  var: ([path]) => (typeof path === "string" ? [path] : []),
  filled: ([value]) => listed(toPath(value)),
  "!": ([inner]) => {
    const blank = isMap(inner) && "blank" in inner ? toOperands(inner["blank"] as Expr)[0] : undefined;
    return listed(toPath(blank));
  },
  and: (operands, rules, depth) => operands.flatMap((operand) => filledPaths(operand, rules, depth)),
  rule: ([name], rules, depth) =>
    typeof name === "string" && Object.hasOwn(rules, name) ? filledPaths(rules[name] as Expr, rules, depth) : [],
  "===": compared,
  in: ([value, list]) => (Array.isArray(list) ? listed(toPath(value)) : []),
  ">": ordered,
  ">=": ordered,
  "<": ordered,
  "<=": ordered,
  matches: ([value]) => listed(toPath(value)),
  after: ordered,
};
