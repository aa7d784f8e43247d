import { isMap, toOperands, type Expr } from "#engine/rules/expression.ts";

const deepest = 12;
type Rules = Readonly<Record<string, Expr>>;

const toPath = (expr: Expr | undefined): string | undefined => {
  const path = isMap(expr) ? (Array.isArray(expr["var"]) ? expr["var"][0] : expr["var"]) : undefined;
  return typeof path === "string" ? path : undefined;
};
const isValue = (expr: Expr | undefined): boolean => expr !== undefined && expr !== null && !isMap(expr);

/** What an expression that holds says of the paths it reads: these are there. */
export function filledPaths(expr: Expr, rules: Rules, depth = 0): string[] {
  if (!isMap(expr) || depth > deepest) return [];
  const [operator = ""] = Object.keys(expr);
  const operands = toOperands((expr as Record<string, Expr>)[operator] as Expr);
  return says[operator]?.(operands, rules, depth + 1) ?? [];
}

type Says = (operands: readonly Expr[], rules: Rules, depth: number) => string[];
const listed = (path: string | undefined): string[] => (path === undefined ? [] : [path]);
const compared: Says = ([left, right]) => [
  ...(isValue(right) ? listed(toPath(left)) : []),
  ...(isValue(left) ? listed(toPath(right)) : []),
];
const ordered: Says = (operands) => operands.flatMap((operand) => listed(toPath(operand)));

const says: Readonly<Record<string, Says>> = {
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
