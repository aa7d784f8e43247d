import { labelled } from "#engine/core/definitions/labels.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { nameReference } from "#engine/core/definitions/names.ts";
import { dateStyles } from "#engine/core/rules/dates.ts";
import { operators, type OperandType, type Operator, type OperatorName } from "#engine/core/rules/operators.ts";
import { toLocalReference } from "./local.ts";
import { pathDefinitions, type Path } from "./paths.ts";

/** The meaning of each operator in one line, with an example of its operands. */
export const operatorLines: Readonly<Record<OperatorName, readonly [line: string, example: unknown]>> = {
  var: ["A value from the evaluation scope, by its path.", "profile.mobile"],
  and: ["True if all are true.", [{ rule: "paid" }, { rule: "express-paid" }]],
  or: ["True if at least one is true.", [{ rule: "paid" }, { rule: "free-form" }]],
  "!": ["True if this is false.", { rule: "paid" }],
  "===": ["Both are equal.", [{ var: "data.level" }, "bachelor"]],
  "!==": ["They differ.", [{ var: "data.level" }, "bachelor"]],
  ">": ["The first is greater.", [{ count: { var: "submissions" } }, 0]],
  ">=": ["The first is greater or equal.", [{ var: "item.submissionCount" }, 2]],
  "<": ["The first is less; with three, the second is between the others.", [1, { var: "item.submissionCount" }, 5]],
  "<=": [
    "The first is less or equal; with three, the second is between the others or equal to one.",
    [1, { var: "item.submissionCount" }, 5],
  ],
  in: [
    "The first is an element of the list, or a part of the text.",
    [{ var: "transaction.state" }, ["PENDING", "COMPLETED"]],
  ],
  rule: ["A named rule is true.", "paid"],
  blank: ["The value is missing or empty.", { var: "data.endDate" }],
  filled: ["The value is there and not empty.", { var: "data.endDate" }],
  coalesce: [
    "The first of these that is not empty.",
    [{ var: "profile.profileDetails.name" }, { var: "profile.displayName" }],
  ],
  count: ["The number of elements.", { var: "submissions" }],
  lookup: [
    "The value of a map under a key; of that, under a second key.",
    [{ var: "transaction.verificationList" }, "bgv-degree", "state"],
  ],
  matches: ["A text matches a pattern.", [{ var: "profile.mobile" }, "^\\+91"]],
  mask: ["A text matches a format: # a digit, A a letter, * either.", [{ var: "data.number" }, "AA-####"]],
  days: [
    "Whole days from the first date to the second; no value without both.",
    [{ var: "previous.endDate" }, { var: "row.startDate" }],
  ],
  after: ["The first moment is later than the second.", [{ var: "data.endDate" }, { var: "data.startDate" }]],
  "+": [
    "The sum, exact in decimals. A missing operand of this or another calculation gives no value.",
    [{ var: "data.theory" }, { var: "data.practical" }],
  ],
  "-": ["The first less the others; with one, its opposite.", [{ var: "data.total" }, { var: "data.tax" }]],
  "*": ["The product, exact in decimals.", [{ var: "data.months" }, { var: "data.rent" }]],
  "/": ["The first divided by the second. Division by zero gives no value.", [{ var: "data.total" }, 12]],
  "%": ["What is left of a division into whole parts.", [{ var: "data.months" }, 12]],
  round: [
    "Rounded to whole numbers, or to so many decimals; halves are rounded away from zero.",
    [{ "/": [{ var: "data.total" }, 6] }, 2],
  ],
  min: ["The smallest.", [{ var: "data.marks" }, 100]],
  max: ["The greatest.", [{ var: "data.marks" }, 0]],
  number: ["The number that a text has in digits; no value for any other text.", { var: "data.passingYear" }],
  some: [
    "True if the condition holds for an element, its `row`.",
    [{ var: "data.jobs" }, { filled: { var: "row.to" } }],
  ],
  all: ["True if the condition holds for each element.", [{ var: "data.jobs" }, { filled: { var: "row.from" } }]],
  none: ["True if the condition holds for no element.", [{ var: "data.jobs" }, { blank: { var: "row.from" } }]],
  map: ["A list with one value for each element.", [{ var: "data.jobs" }, { var: "row.months" }]],
  filter: ["The elements for which the condition holds.", [{ var: "data.jobs" }, { blank: { var: "row.to" } }]],
  reduce: [
    "One value from all elements: each step sees the last result as `accumulator`.",
    [{ var: "data.jobs" }, { max: [{ var: "accumulator" }, { var: "row.months" }] }, 0],
  ],
  sum: [
    "The sum of a list of numbers, or of a number of each element; a missing number does not count.",
    [{ var: "data.jobs" }, { var: "row.months" }],
  ],
  date: ["A date as text, in a style.", [{ var: "transaction.updatedAt" }, "long"]],
  money: ["An amount in major units as text, in a currency.", [{ var: "bill.toPay" }, { var: "bill.currencySymbol" }]],
  amount: ["An amount in minor units, as a money field stores it, as text.", [{ var: "data.salary" }, "INR"]],
  figure: ["A number as text, grouped; with so many decimals.", [{ var: "data.total" }, 2]],
  percent: ["A percentage as text: 87.5 is 87.5%.", [{ var: "data.percentage" }, 1]],
  label: ["The text that a catalogue has for a name.", ["states", { var: "transaction.state" }]],
};

const operandOf: Partial<Record<OperandType, JsonSchema>> = {
  path: toLocalReference("path"),
  rule: nameReference("rule"),
  pattern: { type: "string", defaultSnippets: [{ label: "pattern", body: "^$1\\$" }] },
};

/** Operands with a fixed set of values. */
const wordsOf: Partial<Record<OperatorName, readonly JsonSchema[]>> = {
  label: [{ enum: Object.keys(labelled) }, toLocalReference("operand")],
  date: [toLocalReference("operand"), { anyOf: [{ enum: [...dateStyles] }, { type: "object" }] }],
  amount: [toLocalReference("operand"), { anyOf: [nameReference("currency"), { type: "object" }] }],
  money: [toLocalReference("operand"), { anyOf: [nameReference("currency"), { type: "object" }] }],
};

function operatorSchema(name: OperatorName): JsonSchema {
  const { arity, operands }: Operator = operators[name];
  const [description] = operatorLines[name];
  const items = operands.map((type) => operandOf[type] ?? toLocalReference("operand"));
  const last = items.at(-1) ?? {};
  if (arity[1] === 1) return { ...last, description };
  const tuple = wordsOf[name];
  if (tuple) return { description, type: "array", items: tuple, additionalItems: false };
  const each = items.length === 1 ? last : [...items];
  return { description, type: "array", minItems: arity[0], maxItems: arity[1], items: each };
}

/**
 * Builds the definitions of expressions for editors: every operator with its operands, nested at any depth. `declared`:
 * paths that definitions declare.
 */
export function expressionDefinitions(declared: Iterable<Path>): Record<string, JsonSchema> {
  const names = Object.keys(operators) as OperatorName[];
  return {
    ...pathDefinitions(declared),
    expression: { properties: Object.fromEntries(names.map((name) => [name, operatorSchema(name)])) },
    operand: {
      if: { type: "object" },
      then: toLocalReference("expression"),
      defaultSnippets: names.map((name) => ({
        label: name,
        description: operatorLines[name][0],
        body: { [name]: "^$1" },
      })),
    },
  };
}
