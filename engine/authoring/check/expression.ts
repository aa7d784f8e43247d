import { describeSchema, isAssignable, keysOf, kindsOf, literalsOf } from "#engine/core/base/value-type.ts";
import type { ExpressionCode } from "./support/check-expression.ts";
import { findRoot, rootNames } from "#engine/core/scope/index.ts";
import { check, type Check } from "./check.ts";
import { operatorChecks } from "./expression-operators.ts";
import type { ExpressionCheck } from "./support/read-expressions.ts";
import { findCostFault } from "./support/rules.ts";
import { listSites, toExpression } from "./support/sites.ts";
import { didYouMean, listWords } from "./support/suggestion.ts";

/** Two codes of other checks, and one that the check never requests. */
type OtherCode = "pattern/invalid" | "expression/operand-type" | "expression/text-only-operator";

/** Faults of an expression's syntax. An expression without them can be evaluated. */
export const syntaxCodes: Readonly<Record<Exclude<ExpressionCode, OtherCode>, string>> = {
  "expression/too-large": "Page and server evaluate only expressions of a limited size",
  "expression/too-deep": "Page and server evaluate only expressions of a limited depth",
  "expression/not-an-expression": "Only an object with exactly one operator can be evaluated",
  "expression/unknown-operator": "No operator has this name, so the expression cannot be evaluated",
  "expression/operand-count": "The operator cannot be evaluated with this number of operands",
  "expression/path-not-literal": "Only a literal path shows which data an expression reads",
  "expression/pattern-not-literal": "Only a literal pattern can be checked before it runs",
  "expression/rule-not-literal": "Only a literal name shows which rule is called",
  "expression/unknown-rule": "No rule has this name, so the expression cannot be evaluated",
};

/** Advice for a root that is not available. */
function howToGet(root: string): string {
  const entry = findRoot(root);
  if (entry && !entry.isAlwaysLoaded) return "; it must be loaded";
  const sources: Readonly<Record<string, string>> = {
    item: "; only a list, a tile and their events have one",
    data: "; only a form and its submit event have it",
    result: "; only steps after a call have it",
    failure: "; only steps after a failed call have it",
  };
  return sources[root] ?? "";
}

const pathChecks: readonly ExpressionCheck[] = [
  {
    code: "expression/unknown-root",
    why: "No root has this name, so the path is always missing",
    of: "path",
    test: ({ pointer, path }) => {
      if (!path?.failed || path.failed.at || rootNames.includes(path.root)) return undefined;
      return { pointer, message: `"${path.path}" begins with an unknown root${didYouMean(path.root, rootNames)}` };
    },
  },
  {
    code: "expression/unknown-path",
    why: "The value has no such key, so the path is always missing",
    of: "path",
    test: ({ pointer, path }) => {
      const { step = "", at } = path?.failed ?? {};
      if (!path || !at) return undefined;
      return { pointer, message: `"${path.path}": there is no "${step}" there${didYouMean(step, keysOf(at))}` };
    },
  },
  {
    code: "expression/unavailable-root",
    why: "The root does not exist where the expression is evaluated",
    of: "path",
    atCaller: true,
    test: ({ pointer, path }, { scope }) => {
      if (!path?.failed || path.failed.at || !rootNames.includes(path.root)) return undefined;
      return { pointer, message: `"${path.path}": ${scope.where} has no ${path.root}${howToGet(path.root)}` };
    },
  },
];

const wholeChecks: readonly ExpressionCheck[] = [
  {
    code: "expression/not-yes-or-no",
    why: "A rule must be true or false",
    of: "whole",
    test: ({ known: { schema } }, { slot }) => {
      const kinds = kindsOf(schema);
      if (slot !== "rule" || kinds.has("boolean") || kinds.has("any")) return undefined;
      return { pointer: "", message: `A rule must be a yes or no, but this is ${describeSchema(schema)}` };
    },
  },
  {
    code: "expression/not-a-text",
    why: "People cannot read the value",
    of: "whole",
    test: ({ known: { schema } }, { slot }) =>
      slot === "text" && !isAssignable(schema, { type: ["string", "number"] })
        ? { pointer: "", message: `This must be a text, but it is ${describeSchema(schema)}` }
        : undefined,
  },
  {
    code: "expression/wrong-type",
    why: "The place cannot use a value of this type",
    of: "whole",
    test: ({ known: { schema } }, { slot, expected }) =>
      slot === "value" && expected && !isAssignable(schema, expected)
        ? { pointer: "", message: `This must be ${describeSchema(expected)}, but it is ${describeSchema(schema)}` }
        : undefined,
  },
  {
    code: "expression/value-not-allowed",
    why: "The place does not know the value",
    of: "whole",
    test: ({ known: { schema }, operator, expr }, { slot, expected }) => {
      const choices = slot === "value" && expected ? literalsOf(expected) : undefined;
      const odd = choices && (literalsOf(schema) ?? []).find((value) => value !== "" && !choices.includes(value));
      if (odd === undefined) return undefined;
      const near = didYouMean(String(odd), choices!.map(String));
      const what = operator === undefined ? JSON.stringify(expr) : `"${String(odd)}", a possible value of this,`;
      return { pointer: "", message: `${what} is not one of ${listWords(choices!)}${near}` };
    },
  },
];

/** The checks of expressions, the most helpful first. */
export const expressionChecks: readonly ExpressionCheck[] = [...pathChecks, ...operatorChecks, ...wholeChecks];

/** The checks of places with an expression. */
export const expressionPlaceChecks: readonly Check[] = [
  check({
    code: "expression/too-costly",
    why: "Page and server stop evaluating an expression that calls too many rules, or rules that are too deep",
    at: listSites,
    test: (site, set) => {
      const expr = toExpression(site);
      return expr === undefined ? undefined : findCostFault(set, expr);
    },
  }),
];
