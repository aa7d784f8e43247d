import { labelled } from "#engine/documents/labels.ts";
import type { JsonSchema } from "#engine/base/known.ts";
import { nameOf } from "#engine/documents/names.ts";
import { dateStyles } from "#engine/rules/dates.ts";
import { operators, type OperandType, type Operator, type OperatorName } from "#engine/rules/operators.ts";
import { local } from "./local.ts";
import { pathDefinitions, type Path } from "./paths.ts";

/** What each operator answers, in a line. */
const lines: Readonly<Record<OperatorName, string>> = {
  var: "A value that is read, by its path.",
  and: "All of these hold.",
  or: "One of these holds.",
  "!": "This does not hold.",
  "===": "Both are the same.",
  "!==": "They differ.",
  ">": "The first is greater.",
  ">=": "The first is greater or the same.",
  "<": "The first is less; with three, the second lies between.",
  "<=": "The first is less or the same; with three, the second lies between or on a bound.",
  in: "The first is an element of the list, or part of the text.",
  rule: "A rule with a name holds.",
  blank: "Nothing is there, or it is empty.",
  filled: "Something is there that is not empty.",
  coalesce: "The first of these that is not empty.",
  count: "How many elements it has.",
  lookup: "The value of a map under a key; of that, under a second key.",
  matches: "A text fits a pattern.",
  mask: "A text fits a format: # a digit, A a letter, * either.",
  after: "The first moment is later than the second.",
  date: "A moment in words, in a style.",
  money: "An amount in words, in a currency.",
  label: "The words that a catalogue has for a name.",
};

const operandOf: Partial<Record<OperandType, JsonSchema>> = {
  path: local("path"),
  rule: nameOf("rule"),
  pattern: { type: "string", defaultSnippets: [{ label: "pattern", body: "^$1\\$" }] },
};

/** Operands that are one of a few words. */
const wordsOf: Partial<Record<OperatorName, readonly JsonSchema[]>> = {
  label: [{ enum: Object.keys(labelled) }, local("operand")],
  date: [local("operand"), { anyOf: [{ enum: [...dateStyles] }, { type: "object" }] }],
  money: [local("operand"), { anyOf: [nameOf("currency"), { type: "object" }] }],
};

function operatorSchema(name: OperatorName): JsonSchema {
  const { arity, operands }: Operator = operators[name];
  const description = lines[name];
  const items = operands.map((type) => operandOf[type] ?? local("operand"));
  const last = items.at(-1) ?? {};
  if (arity[1] === 1) return { ...last, description };
  const tuple = wordsOf[name];
  if (tuple) return { description, type: "array", items: tuple, additionalItems: false };
  const each = items.length === 1 ? last : [...items];
  return { description, type: "array", minItems: arity[0], maxItems: arity[1], items: each };
}

/**
 * Expressions as an editor completes them: every operator with its operands; what stands in one may be another. `declared` are
 * paths into what documents declare.
 */
export function expressionDefinitions(declared: Iterable<Path>): Record<string, JsonSchema> {
  const names = Object.keys(operators) as OperatorName[];
  return {
    ...pathDefinitions(declared),
    expression: { properties: Object.fromEntries(names.map((name) => [name, operatorSchema(name)])) },
    operand: {
      if: { type: "object" },
      then: local("expression"),
      defaultSnippets: names.map((name) => ({ label: name, description: lines[name], body: { [name]: "^$1" } })),
    },
  };
}
