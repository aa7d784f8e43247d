// One more operator: one entry here, with its arity and operand types. The evaluator, the check and the generated
// meta-schema read this table.
import { add, divide, multiply, readNumber, remainder, round, subtract } from "./decimal.ts";
import { EXPRESSION_LIMITS, isMap, RuleError, type Expr, type Frame } from "./expression.ts";
import { toMilliseconds } from "./moments.ts";
import { findOwn, readOwn, readPath } from "./own-value.ts";
import { compilePattern } from "./patterns.ts";

/**
 * The type of an operand. `path`, `pattern` and `rule` are literals. `ordered` is a number or text, `list` a list or a
 * map, `holder` a list or a text, `condition` a boolean.
 */
export type OperandType =
  | "any"
  | "text"
  | "number"
  | "list"
  | "map"
  | "holder"
  | "ordered"
  | "condition"
  | "moment"
  | "path"
  | "pattern"
  | "rule";

/** One operator: number and types of its operands (the last type repeats), and the type of its result. */
export interface Operator {
  readonly arity: readonly [least: number, most: number];
  readonly operands: readonly OperandType[];
  readonly result: "any" | "boolean" | "number" | "text";
  /** The operator formats text for people, so only `with` of a text may use it. */
  readonly textOnly?: true;
  /** Absent for `and` and `or`, which json-logic-js runs itself because they stop early. */
  readonly run?: (operands: readonly unknown[], frame: Frame) => unknown;
}

const many = 64;
const isAbsent = (value: unknown) => value === undefined || value === null;
const isSame = (a: unknown, b: unknown) => a === b || (isAbsent(a) && isAbsent(b));
const toText = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

function isBlank(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return isAbsent(value) || (typeof value === "object" && toCount(value) === 0);
}

function toCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isMap(value) ? Object.keys(value).length : 0;
}

/** False unless all values are numbers or all are texts: an absent value is neither before nor after. */
function isOrdered(values: readonly unknown[], holds: (a: number | string, b: number | string) => boolean): boolean {
  return values.slice(1).every((right, index) => {
    const left = values[index];
    if (typeof left === "number" && typeof right === "number") return holds(left, right);
    return typeof left === "string" && typeof right === "string" && holds(left, right);
  });
}

function isIn(value: unknown, holder: unknown): boolean {
  if (Array.isArray(holder)) return holder.includes(value);
  return typeof holder === "string" && typeof value === "string" && holder.includes(value);
}

const masks: Readonly<Record<string, RegExp>> = { "#": /^[0-9]$/, A: /^[A-Za-z]$/, "*": /^[0-9A-Za-z]$/ };

/** `#` is a digit, `A` a letter, `*` either; any other character matches itself. Everything fits an empty format. */
function fitsMask(value: unknown, format: unknown): boolean {
  const [text, mask] = [[...toText(value)], [...toText(format)]];
  if (mask.length === 0) return true;
  return (
    text.length === mask.length &&
    mask.every((sign, index) => {
      const allowed = readOwn(masks, sign);
      return allowed instanceof RegExp ? allowed.test(text[index] ?? "") : sign === text[index];
    })
  );
}

function matchesPattern(value: unknown, pattern: unknown): boolean {
  if (typeof pattern !== "string") throw new RuleError("pattern", "A pattern must be a literal text");
  const text = toText(value);
  return text.length <= EXPRESSION_LIMITS.textLength && compilePattern(pattern).test(text);
}

function lookUp([map, key, field]: readonly unknown[]): unknown {
  const entry = readOwn(map, toText(key));
  return field === undefined ? entry : readOwn(entry, toText(field));
}

function isAfter(first: unknown, second: unknown): boolean {
  const [a, b] = [toMilliseconds(first), toMilliseconds(second)];
  return a !== undefined && b !== undefined && a > b;
}

/** Whole days from the first moment to the second; negative when the second is earlier. */
function countDays(first: unknown, second: unknown): number | undefined {
  const [a, b] = [toMilliseconds(first), toMilliseconds(second)];
  return a === undefined || b === undefined ? undefined : Math.floor(b / dayMs) - Math.floor(a / dayMs);
}
const dayMs = 86_400_000;

/** Runs a calculation. There is no value without a number in every operand, nor after a division by zero. */
function calculate(values: readonly unknown[], next: (a: number, b: number) => number | undefined): number | undefined {
  if (!isNumbers(values)) return undefined;
  return values
    .slice(1)
    .reduce<number | undefined>((result, value) => (result === undefined ? undefined : next(result, value)), values[0]);
}

const isNumbers = (values: readonly unknown[]): values is readonly number[] => values.every(Number.isFinite);

function subtractAll(values: readonly unknown[]): number | undefined {
  return values.length === 1 ? calculate([0, ...values], subtract) : calculate(values, subtract);
}

function roundTo([value, decimals = 0]: readonly unknown[]): number | undefined {
  return isNumbers([value, decimals]) ? round(value as number, decimals as number) : undefined;
}

function convertToNumber(value: unknown): number | undefined {
  return typeof value === "string" ? readNumber(value) : calculate([value], add);
}

const toDecimals = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** A list operator's `row` and `accumulator` hide roots of the same name. */
function readVariable(path: string, { scope, locals }: Frame): unknown {
  return locals && Object.hasOwn(locals, path.split(".", 1)[0] ?? "")
    ? readPath(locals, path)
    : readPath(scope.roots, path);
}

const toRows = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

/** Returns a predicate over the elements of a list. */
const toTest =
  (condition: unknown, frame: Frame) =>
  (row: unknown): boolean =>
    frame.truthy(frame.runFor(condition as Expr, { row }));

/** The sum of a list of numbers, or of one number per element; elements without the number do not count. */
function sumOf([list, expr]: readonly unknown[], frame: Frame): number {
  const rows = toRows(list);
  const values = expr === undefined ? rows : rows.map((row) => frame.runFor(expr as Expr, { row }));
  return values
    .filter((value): value is number => Number.isFinite(value))
    .reduce((total, value) => add(total, value) ?? total, 0);
}

/** The closed list of operators, by name. */
export const operators = {
  var: {
    arity: [1, 1],
    operands: ["path"],
    result: "any",
    run: ([path], frame) => readVariable(toText(path), frame),
  },
  and: { arity: [2, many], operands: ["condition"], result: "any" },
  or: { arity: [2, many], operands: ["condition"], result: "any" },
  "!": { arity: [1, 1], operands: ["condition"], result: "boolean", run: ([value], { truthy }) => !truthy(value) },
  "===": { arity: [2, 2], operands: ["any"], result: "boolean", run: ([a, b]) => isSame(a, b) },
  "!==": { arity: [2, 2], operands: ["any"], result: "boolean", run: ([a, b]) => !isSame(a, b) },
  ">": { arity: [2, 2], operands: ["ordered"], result: "boolean", run: (values) => isOrdered(values, (a, b) => a > b) },
  ">=": {
    arity: [2, 2],
    operands: ["ordered"],
    result: "boolean",
    run: (values) => isOrdered(values, (a, b) => a >= b),
  },
  "<": { arity: [2, 3], operands: ["ordered"], result: "boolean", run: (values) => isOrdered(values, (a, b) => a < b) },
  "<=": {
    arity: [2, 3],
    operands: ["ordered"],
    result: "boolean",
    run: (values) => isOrdered(values, (a, b) => a <= b),
  },
  in: { arity: [2, 2], operands: ["any", "holder"], result: "boolean", run: ([value, holder]) => isIn(value, holder) },
  rule: { arity: [1, 1], operands: ["rule"], result: "boolean", run: ([name], frame) => frame.rule(toText(name)) },
  blank: { arity: [1, 1], operands: ["any"], result: "boolean", run: ([value]) => isBlank(value) },
  filled: {
    arity: [1, 1],
    operands: ["any"],
    result: "boolean",
    run: ([value]) => !isBlank(value),
  },
  coalesce: {
    arity: [2, many],
    operands: ["any"],
    result: "any",
    run: (values) => values.find((value) => !isBlank(value)) ?? values.at(-1),
  },
  count: { arity: [1, 1], operands: ["list"], result: "number", run: ([value]) => toCount(value) },
  lookup: { arity: [2, 3], operands: ["map", "text", "text"], result: "any", run: lookUp },
  matches: {
    arity: [2, 2],
    operands: ["text", "pattern"],
    result: "boolean",
    run: ([value, pattern]) => matchesPattern(value, pattern),
  },
  mask: {
    arity: [2, 2],
    operands: ["text", "text"],
    result: "boolean",
    run: ([value, format]) => fitsMask(value, format),
  },
  after: { arity: [2, 2], operands: ["moment"], result: "boolean", run: ([first, second]) => isAfter(first, second) },
  days: { arity: [2, 2], operands: ["moment"], result: "number", run: ([first, second]) => countDays(first, second) },
  "+": { arity: [2, many], operands: ["number"], result: "number", run: (values) => calculate(values, add) },
  "-": { arity: [1, many], operands: ["number"], result: "number", run: subtractAll },
  "*": { arity: [2, many], operands: ["number"], result: "number", run: (values) => calculate(values, multiply) },
  "/": { arity: [2, 2], operands: ["number"], result: "number", run: (values) => calculate(values, divide) },
  "%": { arity: [2, 2], operands: ["number"], result: "number", run: (values) => calculate(values, remainder) },
  round: { arity: [1, 2], operands: ["number"], result: "number", run: roundTo },
  min: { arity: [2, many], operands: ["number"], result: "number", run: (values) => calculate(values, Math.min) },
  max: { arity: [2, many], operands: ["number"], result: "number", run: (values) => calculate(values, Math.max) },
  number: { arity: [1, 1], operands: ["text"], result: "number", run: ([value]) => convertToNumber(value) },
  some: {
    arity: [2, 2],
    operands: ["list", "condition"],
    result: "boolean",
    run: ([list, condition], frame) => toRows(list).some(toTest(condition, frame)),
  },
  all: {
    arity: [2, 2],
    operands: ["list", "condition"],
    result: "boolean",
    run: ([list, condition], frame) => toRows(list).every(toTest(condition, frame)),
  },
  none: {
    arity: [2, 2],
    operands: ["list", "condition"],
    result: "boolean",
    run: ([list, condition], frame) => !toRows(list).some(toTest(condition, frame)),
  },
  map: {
    arity: [2, 2],
    operands: ["list", "any"],
    result: "any",
    run: ([list, expr], frame) => toRows(list).map((row) => frame.runFor(expr as Expr, { row })),
  },
  filter: {
    arity: [2, 2],
    operands: ["list", "condition"],
    result: "any",
    run: ([list, condition], frame) => toRows(list).filter(toTest(condition, frame)),
  },
  reduce: {
    arity: [3, 3],
    operands: ["list", "any", "any"],
    result: "any",
    run: ([list, expr, first], frame) =>
      toRows(list).reduce((accumulator, row) => frame.runFor(expr as Expr, { row, accumulator }), first),
  },
  sum: { arity: [1, 2], operands: ["list", "number"], result: "number", run: sumOf },
  date: {
    arity: [2, 2],
    operands: ["moment", "text"],
    result: "text",
    textOnly: true,
    run: ([value, style], { scope }) => (isBlank(value) ? "" : (scope.formats?.date(value, toText(style)) ?? "")),
  },
  money: {
    arity: [2, 2],
    operands: ["number", "text"],
    result: "text",
    textOnly: true,
    run: ([amount, currency], { scope }) =>
      typeof amount === "number" ? (scope.formats?.money(amount, toText(currency)) ?? "") : "",
  },
  amount: {
    arity: [2, 2],
    operands: ["number", "text"],
    result: "text",
    textOnly: true,
    run: ([amountMinor, currency], { scope }) =>
      typeof amountMinor === "number" ? (scope.formats?.money(amountMinor / 100, toText(currency)) ?? "") : "",
  },
  figure: {
    arity: [1, 2],
    operands: ["number"],
    result: "text",
    textOnly: true,
    run: ([value, decimals], { scope }) => scope.formats?.number(value, toDecimals(decimals)) ?? "",
  },
  percent: {
    arity: [1, 2],
    operands: ["number"],
    result: "text",
    textOnly: true,
    run: ([value, decimals], { scope }) => scope.formats?.percent(value, toDecimals(decimals)) ?? "",
  },
  label: {
    arity: [2, 2],
    operands: ["text", "text"],
    result: "text",
    textOnly: true,
    run: ([catalogue, key], { scope }) => scope.formats?.label(toText(catalogue), toText(key)) ?? "",
  },
} as const satisfies Readonly<Record<string, Operator>>;

/** The name of an operator. */
export type OperatorName = keyof typeof operators;

/** Returns the operator of a name, or undefined. */
export function findOperator(name: string): Operator | undefined {
  return findOwn<Operator>(operators, name);
}
