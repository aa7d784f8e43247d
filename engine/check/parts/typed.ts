import {
  anything,
  elementOf,
  follow,
  present,
  stepInto,
  uniteKnown,
  type JsonSchema,
  type Known,
} from "#engine/base/known.ts";
import { isMap, toOperands, type Expr } from "#engine/rules/expression.ts";
import { findOperator } from "#engine/rules/operators.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import type { Environment } from "./environment.ts";
import { filledPaths } from "./narrowing.ts";

/** Where a `var` path led: to its end, or only so far. `at` is what stands where it failed, undefined at the root. */
export interface Path {
  readonly path: string;
  readonly root: string;
  readonly failed?: { readonly step: string; readonly at: Known | undefined };
}

/** A node of an expression with what is known of its value. */
export interface TypedNode {
  readonly expr: Expr;
  /** Relative to the expression. */
  readonly pointer: string;
  readonly known: Known;
  readonly operator?: string;
  readonly operands: readonly TypedNode[];
  readonly path?: Path;
}

/** What typing needs beside the world: the named rules. */
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
  env: Environment;
  rules: Rules;
  /** Paths that are certainly there. */
  filled: ReadonlySet<string>;
}

/** Gives every node of an expression its type in a world. Never throws: what cannot be typed can be anything. */
export function typeExpression(
  expr: Expr,
  env: Environment,
  rules: Rules,
  filled: ReadonlySet<string> = new Set(),
): TypedNode {
  return typeNode(expr, "", { env, rules, filled });
}

function typeNode(expr: Expr, pointer: string, frame: Frame): TypedNode {
  if (Array.isArray(expr)) {
    const operands = (expr as readonly Expr[]).map((part, index) => typeNode(part, `${pointer}/${index}`, frame));
    const items = operands.length > 0 ? uniteKnown(operands.map((one) => one.known)).schema : {};
    return { expr, pointer, operands, known: present({ type: "array", items }) };
  }
  if (!isMap(expr)) return { expr, pointer, operands: [], known: toLiteral(expr as null | boolean | number | string) };
  const [operator = ""] = Object.keys(expr);
  const found = findOperator(operator);
  if (!found) return { expr, pointer, operands: [], known: anything };
  return typeOperation(expr, operator, pointer, frame);
}

function typeOperation(expr: Expr, operator: string, pointer: string, frame: Frame): TypedNode {
  const written = (expr as Record<string, Expr>)[operator] as Expr;
  const at = `${pointer}/${toPointerStep(operator)}`;
  const isBracketed = Array.isArray(written);
  const listed = toOperands(written);
  const frameOf = toFrames(operator, expr, listed, frame);
  const operands = listed.map((operand, index) =>
    typeNode(operand, isBracketed ? `${at}/${index}` : at, frameOf(index)),
  );
  if (operator === "var") return { expr, pointer, operator, operands, ...readVar(listed[0], frame) };
  return { expr, pointer, operator, operands, known: (results[operator] ?? byTable(operator))(operands) };
}

/** What each operand is read in: the other operands of an `and`, and those before it of an `or`, say of its paths what is there. */
function toFrames(operator: string, expr: Expr, operands: readonly Expr[], frame: Frame): (index: number) => Frame {
  if (operator === "and") {
    const all = withFilled(frame, filledPaths(expr, frame.rules));
    return () => all;
  }
  if (operator !== "or") return () => frame;
  const said = operands.map((operand) => filledPaths({ "!": operand }, frame.rules));
  return (index) => withFilled(frame, said.slice(0, index).flat());
}

const withFilled = (frame: Frame, more: readonly string[]): Frame =>
  more.length === 0 ? frame : { ...frame, filled: new Set([...frame.filled, ...more]) };

/** What each operator that answers something of its operands gives; the others say it in the table of operators. */
const results: Readonly<Record<string, (operands: readonly TypedNode[]) => Known>> = {
  and: (operands) => ({
    schema: operands.at(-1)?.known.schema ?? {},
    absent: operands.some((one) => one.known.absent),
  }),
  or: (operands) => uniteKnown(operands.map((one) => one.known)),
  count: () => present({ type: "integer", minimum: 0 }),
  coalesce: (operands) => ({
    schema: uniteKnown(operands.map((one) => one.known)).schema,
    absent: operands.every((one) => one.known.absent),
  }),
  lookup: ([map, , field]) => {
    const entry = map ? elementOf(map.known) : undefined;
    if (!entry) return anything;
    if (typeof field?.expr !== "string") return { ...entry, absent: true };
    const value = follow(entry, [field.expr]);
    return "known" in value ? { ...value.known, absent: true } : anything;
  },
};

function byTable(operator: string): () => Known {
  const result = findOperator(operator)?.result ?? "any";
  return () => (result === "any" ? anything : present(kinds[result] as JsonSchema));
}

function readVar(written: Expr | undefined, { env, filled }: Frame): { known: Known; path?: Path } {
  if (typeof written !== "string") return { known: anything };
  const [root = "", ...steps] = written.split(".");
  let current = Object.hasOwn(env.roots, root) ? env.roots[root] : undefined;
  if (!current) return { known: anything, path: { path: written, root, failed: { step: root, at: undefined } } };
  let reached = root;
  current = asFilled(current, reached, filled);
  for (const step of steps) {
    const next = stepInto(current, step);
    if (!next) return { known: anything, path: { path: written, root, failed: { step, at: current } } };
    reached = `${reached}.${step}`;
    current = asFilled(next, reached, filled);
  }
  return { known: current, path: { path: written, root } };
}

/** What is certainly there is not absent, nor is what stands above it. */
const asFilled = (known: Known, path: string, filled: ReadonlySet<string>): Known =>
  known.absent && isFilled(path, filled) ? { ...known, absent: false } : known;

/** A path is there when it, or something below it, is. */
function isFilled(path: string, filled: ReadonlySet<string>): boolean {
  if (filled.has(path)) return true;
  const above = `${path}.`;
  for (const one of filled) if (one.startsWith(above)) return true;
  return false;
}

function toLiteral(value: null | boolean | number | string): Known {
  return value === null ? { schema: { type: "null" }, absent: true } : present({ const: value });
}

/** Every node, outermost first. */
export function nodesOf(node: TypedNode, found: TypedNode[] = []): readonly TypedNode[] {
  found.push(node);
  for (const operand of node.operands) nodesOf(operand, found);
  return found;
}
