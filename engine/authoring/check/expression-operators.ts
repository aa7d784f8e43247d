import {
  alternativesOf,
  describeSchema,
  type EntityKind,
  findEntityKind,
  getElementType,
  getPropertyType,
  isAssignable,
  type JsonSchema,
  keysOf,
  kindsOf,
  literalsOf,
  type ValueType,
} from "#engine/core/base/value-type.ts";
import { labelled, listLabels } from "#engine/core/definitions/labels.ts";
import { pricesContract } from "#engine/core/definitions/prices.ts";
import { dateStyles } from "#engine/core/rules/dates.ts";
import { findOperator, type OperandType } from "#engine/core/rules/operators.ts";
import { listNames } from "./support/names.ts";
import { areDigitsOfAnyLength } from "./support/ordered-texts.ts";
import type { ExpressionCheck, ExpressionFinding } from "./support/read-expressions.ts";
import { listReasons } from "./support/rules.ts";
import { didYouMean, listWords } from "./support/suggestion.ts";
import { calculations, type TypedNode } from "./support/typed-expression.ts";

const quoted = (value: unknown): string => JSON.stringify(value);
const nameOf = (node: TypedNode): string => node.path?.path ?? "This";

const comparing: ReadonlySet<string> = new Set(["===", "!==", "in"]);

/** Tests each literal that a value is compared with, alone or in a list; returns the first finding. */
function findInComparisons(
  { operator, operands: [left, right] }: TypedNode,
  test: (value: TypedNode, literal: TypedNode) => ExpressionFinding | undefined,
): ExpressionFinding | undefined {
  if (!left || !right || !operator || !comparing.has(operator)) return undefined;
  const of = (value: TypedNode, literal: TypedNode) =>
    literal.operator === undefined && typeof literal.expr !== "object" ? test(value, literal) : undefined;
  if (operator !== "in") return of(left, right) ?? of(right, left);
  if (!Array.isArray(right.expr)) return undefined;
  return right.operands.map((one) => of(left, one)).find((found) => found !== undefined);
}

const orderings: ReadonlySet<string> = new Set([">", ">=", "<", "<="]);
const equalities: ReadonlySet<string> = new Set(["===", "!=="]);

/** For a value that is at least `least`, whether a comparison with a bound always has the same result. */
const isConstant: Readonly<Record<string, (least: number, bound: number) => boolean>> = {
  "===": (least, bound) => bound < least,
  "!==": (least, bound) => bound < least,
  ">": (least, bound) => bound < least,
  ">=": (least, bound) => bound <= least,
  "<": (least, bound) => bound <= least,
  "<=": (least, bound) => bound < least,
};

const leastOf = ({ schema, canBeAbsent }: ValueType): number | undefined =>
  !canBeAbsent && typeof schema["minimum"] === "number" ? schema["minimum"] : undefined;

/** Finds operands of different types: the compared values, the elements of a list, or a value and its fallback. */
function findMixedTypes({ operator = "", operands, pointer }: TypedNode): ExpressionFinding | undefined {
  const [left, right] = operands;
  if (!left || !right) return undefined;
  const differs = ({ expr, known }: TypedNode) => expr !== null && !isAssignable(left.known.schema, known.schema);
  const typeOf = ({ known }: TypedNode) => describeSchema(known.schema);
  if (operator === "in") {
    const odd = Array.isArray(right.expr) ? right.operands.find(differs) : undefined;
    return odd && { pointer: odd.pointer, message: `This is ${typeOf(odd)}, but it is compared with ${typeOf(left)}` };
  }
  if (operator === "coalesce") {
    const odd = operands.slice(1).find(differs);
    return (
      odd && { pointer: odd.pointer, message: `This fallback is ${typeOf(odd)}, but the value is ${typeOf(left)}` }
    );
  }
  if (!equalities.has(operator) && !orderings.has(operator)) return undefined;
  if (left.expr === null || right.expr === null || isAssignable(left.known.schema, right.known.schema))
    return undefined;
  return { pointer, message: `This compares ${typeOf(left)} with ${typeOf(right)}, which is never true` };
}

/** Formats of days and months that end with the year. */
const yearLast: ReadonlySet<string> = new Set(["date", "dd-MM-yyyy", "MM-yyyy"]);

const operandSchemas: Partial<Record<OperandType, JsonSchema>> = {
  text: { type: ["string", "number"] },
  number: { type: "number" },
  list: { type: ["array", "object"] },
  map: { type: "object" },
  holder: { type: ["array", "string"] },
  condition: { type: "boolean" },
  ordered: { type: ["string", "number"] },
  moment: { type: "string" },
};

function findWrongOperand({ operator = "", operands }: TypedNode): ExpressionFinding | undefined {
  const types = findOperator(operator)?.operands ?? [];
  for (const [index, operand] of operands.entries()) {
    const wanted = operandSchemas[types[Math.min(index, types.length - 1)] ?? "any"];
    if (!wanted || isAssignable(operand.known.schema, wanted)) continue;
    const what = operand.path ? `"${operand.path.path}"` : "This";
    const advice = wanted === operandSchemas.condition ? "; use filled, blank or a comparison" : "";
    const message = `${what} is ${describeSchema(operand.known.schema)}; "${operator}" takes ${describeSchema(wanted)}${advice}`;
    return { pointer: operand.pointer, message };
  }
  return undefined;
}

/** Operators that need a value. */
const strictOperators: ReadonlySet<string> = new Set(["!", "!==", ...orderings]);

/** Returns the value that can be missing: the node, or the operand of a calculation, which then has no value either. */
function findMissing(node: TypedNode): TypedNode | undefined {
  const { known, operator = "" } = node;
  if (calculations.has(operator)) return node.operands.map(findMissing).find((found) => found !== undefined);
  const reads = operator === "var" || operator === "lookup" || operator === "coalesce";
  return reads && known.canBeAbsent && !kindsOf(known.schema).has("any") ? node : undefined;
}

/** Faults of one operator with its operands, the most helpful first. */
export const operatorChecks: readonly ExpressionCheck[] = [
  {
    code: "expression/unknown-value",
    why: "The value is never the one that it is compared with",
    of: "operation",
    test: (node) =>
      findInComparisons(node, (value, { expr: written, pointer }) => {
        const choices = literalsOf(value.known.schema);
        if (!choices || choices.length === 0 || choices.includes(written)) return undefined;
        const texts = choices.filter((choice) => typeof choice === "string");
        const near = didYouMean(String(written as string), texts);
        const message = `${nameOf(value)} is never ${quoted(written)}, it is one of ${listWords(choices)}${near}`;
        return { pointer, message };
      }),
  },
  {
    code: "expression/unknown-name",
    why: "Nothing has the name that the value is compared with",
    of: "operation",
    test: (node, _site, set) =>
      findInComparisons(node, (value, { expr, pointer }) => {
        const named = findEntityKind(value.known.schema);
        const known = named && listNames(set, named);
        const name = String(expr as string);
        if (!known || known.size === 0 || expr === "" || known.has(name) || set.hasUnreadable()) return undefined;
        const what = named === "label" ? "verification with the label" : named;
        return { pointer, message: `There is no ${what} "${name}"${didYouMean(name, known)}` };
      }),
  },
  {
    code: "expression/mixed-types",
    why: "Values of different types are never equal and have no order",
    of: "operation",
    test: findMixedTypes,
  },
  {
    code: "expression/unsortable-date",
    why: "Texts are ordered by their characters, so a date that ends with its year is in the wrong order",
    of: "operation",
    test: ({ operator = "", operands, pointer }) => {
      if (!orderings.has(operator)) return undefined;
      const formats = operands.flatMap(({ known }) => alternativesOf(known.schema).map((one) => one["format"]));
      const format = formats.find((one) => typeof one === "string" && yearLast.has(one));
      if (format === undefined) return undefined;
      const name = format === "date" ? "dd-MM-yyyy" : String(format);
      const instead = name === "MM-yyyy" ? "compare days instead" : 'use "after" instead';
      const message = `Dates written ${name} are ordered as texts ("31-01-2020" after "01-02-2020"): ${instead}`;
      return { pointer, message };
    },
  },
  {
    code: "expression/unsortable-digits",
    why: "Texts are ordered by their characters, so numbers that are texts are in the wrong order",
    of: "operation",
    test: ({ operator = "", operands, pointer }) => {
      if (!orderings.has(operator) || !areDigitsOfAnyLength(operands.map(({ known }) => known))) return undefined;
      const fix = 'use a number field, or {"number": …} around each';
      return { pointer, message: `Digits in texts are ordered as texts ("90" after "200"): ${fix}` };
    },
  },
  {
    code: "expression/operand-type",
    why: "The operator has no result for a value of this type",
    of: "operation",
    test: findWrongOperand,
  },
  {
    code: "expression/unknown-lookup-key",
    why: "No entry of the map has this key, so the lookup is always missing",
    of: "operation",
    test: ({ operator, operands: [map, , field] }) => {
      if (operator !== "lookup" || !map || !field || typeof field.expr !== "string") return undefined;
      const entry = getElementType(map.known);
      if (!entry || getPropertyType(entry, field.expr)) return undefined;
      const message = `An entry has no "${field.expr}"${didYouMean(field.expr, keysOf(entry))}`;
      return { pointer: field.pointer, message };
    },
  },
  {
    code: "expression/unknown-catalogue",
    why: "The catalogue has no labels, so people would see nothing",
    of: "operation",
    test: ({ operator, operands: [catalogue, key] }) => {
      if (operator !== "label" || !catalogue || !key) return undefined;
      const name = catalogue.expr;
      if (typeof name === "string" && Object.hasOwn(labelled, name)) return undefined;
      const message = `"${String(name)}" has no labels${didYouMean(String(name), Object.keys(labelled))}`;
      return { pointer: catalogue.pointer, message };
    },
  },
  {
    code: "expression/unknown-label",
    why: "The value has no label, so people would see nothing",
    of: "operation",
    test: ({ operator, operands: [catalogue, key] }, _site, set) => {
      const name = catalogue?.expr;
      if (operator !== "label" || !key || typeof name !== "string") return undefined;
      const wrongKey = findWrongLabelKey(name, key);
      if (wrongKey !== undefined) return { pointer: key.pointer, message: wrongKey };
      const labels = listLabels(name, set);
      const without = (literalsOf(key.known.schema) ?? []).find((value) => value !== "" && !labels.has(String(value)));
      if (without === undefined || set.hasUnreadable()) return undefined;
      const near = didYouMean(String(without), labels);
      return { pointer: key.pointer, message: `${name} has no label for "${String(without)}"${near}` };
    },
  },
  {
    code: "expression/unknown-reason",
    why: "No rule refuses the operation for this reason",
    of: "operation",
    test: (node, _site, set) =>
      findInComparisons(node, ({ path }, { expr, pointer }) => {
        const [, root, operation] = reasonPath.exec(path?.path ?? "") ?? [];
        if (operation === undefined || typeof expr !== "string") return undefined;
        const known = listReasons(set).get(`${root} ${operation}`);
        if (!known || known.has(expr) || set.hasUnreadable()) return undefined;
        return { pointer, message: `Nothing refuses ${operation} for "${expr}"${didYouMean(expr, known)}` };
      }),
  },
  {
    code: "expression/free-text-comparison",
    why: "The value can be any text, and texts for people differ by language, so the result is a guess",
    of: "operation",
    test: (node) =>
      findInComparisons(node, ({ operator, known: { schema }, path }, { expr, pointer }) => {
        if (operator === undefined || typeof expr !== "string" || expr === "") return undefined;
        const kinds = kindsOf(schema);
        if (!kinds.has("text") || kinds.has("any") || literalsOf(schema) || findEntityKind(schema)) return undefined;
        if (path?.root === "data" || codePaths.some((end) => path?.path.endsWith(end))) return undefined;
        const advice =
          path?.root === "view" || path?.root === "route" ? "declare its choices (enum)" : "compare a code";
        const message = `${path?.path ?? "This"} can be any text, so comparing it with ${quoted(expr)} is a guess; ${advice}`;
        return { pointer, message };
      }),
  },
  {
    code: "expression/constant-comparison",
    why: "The comparison always has the same result",
    of: "operation",
    test: ({ operator = "", operands: [value, bound], pointer }) => {
      const least = value?.operator === undefined ? undefined : leastOf(value.known);
      if (!value || least === undefined || typeof bound?.expr !== "number") return undefined;
      if (!Object.hasOwn(isConstant, operator) || isConstant[operator]?.(least, bound.expr) !== true) return undefined;
      const message = `${nameOf(value)} is ${least} or more: "${operator} ${bound.expr}" always has the same result`;
      return { pointer, message };
    },
  },
  {
    code: "expression/unknown-date-style",
    why: "No date style has this name, so the date cannot be written",
    of: "operation",
    test: ({ operator, operands: [, style] }) => {
      if (operator !== "date" || !style || style.operator !== undefined) return undefined;
      const name = String(style.expr as string);
      if (dateStyles.includes(name)) return undefined;
      return { pointer: style.pointer, message: `There is no date style "${name}"${didYouMean(name, dateStyles)}` };
    },
  },
  {
    code: "expression/unknown-currency",
    why: "Nothing has a price in this currency, so the amount cannot be right",
    of: "operation",
    test: ({ operator, operands: [, currency] }) => {
      if (operator !== "money" || !currency) return undefined;
      const { expr, known, path, pointer } = currency;
      if (currency.operator === undefined) {
        const code = String(expr as string);
        if (currencies.includes(code)) return undefined;
        return { pointer, message: `Nothing has a price in "${code}"${didYouMean(code, currencies)}` };
      }
      if (kindsOf(known.schema).has("any") || literalsOf(known.schema)) return undefined;
      return {
        pointer,
        message: `${path?.path ?? "This"} is ${describeSchema(known.schema)}, which is not a currency`,
      };
    },
  },
  {
    code: "expression/missing-value",
    why: "The value can be missing, and the operator does not state the result in that case",
    of: "operation",
    test: ({ operator = "", operands }) => {
      const missing = strictOperators.has(operator)
        ? operands.map(findMissing).find((found) => found !== undefined)
        : undefined;
      if (!missing) return undefined;
      const what = missing.path?.path ?? "This value";
      const message = `${what} can be missing, and "${operator}" has no clear result then; add filled or blank beside it`;
      return { pointer: missing.pointer, message };
    },
  },
];

const reasonPath = /^(transaction|item)\.allowed\.(\w+\.[\w-]+)\.reason$/;

/** Paths of codes: the reason of a refusal and the pointer of a refused field. */
const codePaths = [".reason", ".pointer"];

const region = pricesContract.properties.regions.patternProperties;
const currencies: readonly string[] = Object.values(region).flatMap((one) =>
  one.properties.currency.anyOf.map((currency) => currency.const),
);

/** The kind of name that keys the labels of a catalogue. */
const labelKeys: Readonly<Record<string, EntityKind>> = {
  providers: "provider",
  regions: "region",
  verifications: "verification",
  categories: "category",
};

/** A key that can be any text, or that names something else, has a label only by chance. */
function findWrongLabelKey(catalogue: string, { operator, known, path, expr }: TypedNode): string | undefined {
  if (operator === undefined || kindsOf(known.schema).has("any") || literalsOf(known.schema)) return undefined;
  const wanted = Object.hasOwn(labelKeys, catalogue) ? labelKeys[catalogue] : undefined;
  const named = findEntityKind(known.schema);
  if (path?.root === "data" || (wanted !== undefined && named === wanted)) return undefined;
  return `${path?.path ?? quoted(expr)} is ${describeSchema(known.schema)}; the labels of ${catalogue} have other keys`;
}
