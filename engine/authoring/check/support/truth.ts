import { isMap, toOperands, type Expr } from "#engine/core/rules/expression.ts";

/** A condition as a combination of tests of single values. */
type Formula =
  | { readonly kind: "constant"; readonly holds: boolean }
  | { readonly kind: "all" | "any"; readonly parts: readonly Formula[] }
  | { readonly kind: "not"; readonly part: Formula }
  | { readonly kind: "test"; readonly input: string; readonly test: (value: unknown) => boolean };

type Rules = Readonly<Record<string, Expr>>;

/** Maximum number of combinations of values that are tried. */
const combinationsMax = 4_000;
const depthMax = 24;

/** Whether conditions can all hold together; undefined where there are too many cases to tell. */
export function canAllHold(conditions: readonly Condition[], rules: Rules): boolean | undefined {
  const reader = new Reader(rules);
  const parts = conditions.map(({ rule, wanted }) => {
    const formula = reader.read(rule, 0);
    return wanted ? formula : negate(formula);
  });
  return reader.canHold({ kind: "all", parts });
}

/** A rule, and the result that it must have. */
export interface Condition {
  readonly rule: unknown;
  readonly wanted: boolean;
}

const negate = (part: Formula): Formula => ({ kind: "not", part });
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";
const isBlank = (value: unknown): boolean => value === undefined || (typeof value === "string" && value.trim() === "");

const orders: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** Reads conditions. What it cannot read counts as a value of any kind, so that no false contradiction is found. */
class Reader {
  readonly #rules: Rules;
  /** The constants that each input is compared with. */
  readonly #inputs = new Map<string, Set<string | number | boolean>>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  read(rule: unknown, depth: number): Formula {
    if (!isMap(rule)) return { kind: "constant", holds: Boolean(rule) && !(Array.isArray(rule) && rule.length === 0) };
    const [operator = ""] = Object.keys(rule);
    const operands = toOperands(rule[operator] as Expr);
    const [first, second] = operands;
    if (depth > depthMax) return this.#truthOf(rule);
    const next = (expr: unknown): Formula => this.read(expr, depth + 1);
    switch (operator) {
      case "and":
      case "or":
        return { kind: operator === "and" ? "all" : "any", parts: operands.map(next) };
      case "!":
        return negate(next(first));
      case "rule":
        return typeof first === "string" && Object.hasOwn(this.#rules, first)
          ? next(this.#rules[first])
          : this.#truthOf(rule);
      case "filled":
      case "blank":
        return this.#test(first, (value) => isBlank(value) === (operator === "blank"));
      case "coalesce":
        return operands.length === 2 ? this.#firstOf(first, next(second)) : this.#truthOf(rule);
      case "===":
      case "!==":
        return this.#equality(operands, operator === "===");
      case "in":
        return Array.isArray(second) && second.every(isScalar) && !isScalar(first)
          ? this.#test(first, (value) => second.includes(value as never), second)
          : this.#truthOf(rule);
      default:
        return Object.hasOwn(orders, operator) ? this.#order(rule, operands, operator) : this.#truthOf(rule);
    }
  }

  #test(
    expr: unknown,
    test: (value: unknown) => boolean,
    constants: readonly (string | number | boolean)[] = [],
  ): Formula {
    if (isScalar(expr)) return { kind: "constant", holds: test(expr) };
    const input = JSON.stringify(expr);
    const known = this.#inputs.get(input) ?? new Set();
    for (const constant of constants) known.add(constant);
    this.#inputs.set(input, known);
    return { kind: "test", input, test };
  }

  #truthOf = (expr: unknown): Formula => this.#test(expr, Boolean);

  #firstOf(expr: unknown, other: Formula): Formula {
    const given: Formula = this.#test(expr, (value) => !isBlank(value) && Boolean(value));
    const absent: Formula = this.#test(expr, isBlank);
    return { kind: "any", parts: [given, { kind: "all", parts: [absent, other] }] };
  }

  #equality([left, right]: readonly unknown[], wanted: boolean): Formula {
    const [constant, expr] = isScalar(left) ? [left, right] : [right, left];
    const formula = isScalar(constant)
      ? this.#test(expr, (value) => value === constant, [constant])
      : this.#test({ "===": [left, right] }, Boolean);
    return wanted ? formula : negate(formula);
  }

  #order(rule: unknown, operands: readonly unknown[], operator: string): Formula {
    const compare = orders[operator]!;
    const [left, right] = operands;
    if (operands.length !== 2) return this.#truthOf(rule);
    if (typeof right === "number" && !isScalar(left))
      return this.#test(left, (value) => typeof value === "number" && compare(value, right), [right]);
    if (typeof left === "number" && !isScalar(right))
      return this.#test(right, (value) => typeof value === "number" && compare(left, value), [left]);
    return this.#truthOf(rule);
  }

  /** Tries each combination of values that could make a difference. */
  canHold(formula: Formula): boolean | undefined {
    const read = new Set(inputsOf(formula));
    const inputs = [...this.#inputs].filter(([input]) => read.has(input));
    const domains = inputs.map(([input, constants]) => [input, toDomain(constants)] as const);
    if (domains.reduce((product, [, values]) => product * values.length, 1) > combinationsMax) return undefined;
    const chosen = new Map<string, unknown>();
    const tryFrom = (index: number): boolean => {
      const domain = domains[index];
      if (!domain) return holds(formula, chosen);
      return domain[1].some((value) => {
        chosen.set(domain[0], value);
        return tryFrom(index + 1);
      });
    };
    return tryFrom(0);
  }
}

const inputsOf = (formula: Formula): string[] => {
  if (formula.kind === "test") return [formula.input];
  if (formula.kind === "not") return inputsOf(formula.part);
  return formula.kind === "constant" ? [] : formula.parts.flatMap(inputsOf);
};

function holds(formula: Formula, chosen: ReadonlyMap<string, unknown>): boolean {
  switch (formula.kind) {
    case "constant":
      return formula.holds;
    case "not":
      return !holds(formula.part, chosen);
    case "test":
      return formula.test(chosen.get(formula.input));
    case "all":
      return formula.parts.every((part) => holds(part, chosen));
    case "any":
      return formula.parts.some((part) => holds(part, chosen));
  }
}

/** One value of each kind that tests can tell apart. */
function toDomain(constants: ReadonlySet<string | number | boolean>): unknown[] {
  const numbers = [...constants].filter((one): one is number => typeof one === "number");
  const sorted = numbers.toSorted((a, b) => a - b);
  const between = sorted.flatMap((one, index) => [one - 1, (one + (sorted[index + 1] ?? one + 2)) / 2]);
  return [...new Set<unknown>([undefined, false, true, "another text", ...constants, ...between])];
}
