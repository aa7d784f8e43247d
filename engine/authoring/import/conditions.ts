import { anyRow } from "#engine/core/form/lists.ts";

/** The steps to a value of the form data; `-` is the row of a list in which a condition is: ["jobs", "-", "from"]. */
export type Steps = readonly string[];

/** The steps inside of the row, or all of them outside of lists: the place that a field names. */
export const ownSteps = (steps: Steps): Steps => steps.slice(steps.lastIndexOf(anyRow) + 1);

/** A condition of another form language: over values at `steps`, which are in that language's own types. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly filled: Steps }
  | { readonly blank: Steps }
  | { readonly steps: Steps; readonly operator: ComparisonOperator; readonly value: unknown };

/** `in` compares with each element of a list; `contains` finds a part of a text; `matches` takes a pattern. */
export type ComparisonOperator = "===" | "!==" | ">" | ">=" | "<" | "<=" | "in" | "contains" | "matches";

/** Joins conditions that must all hold. Undefined means no condition. */
export function allOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const parts = conditions.flatMap((one) => (one === undefined ? [] : "all" in one ? one.all : [one]));
  const compared = parts.flatMap((one) => ("operator" in one && one.operator !== "!==" ? [one.steps.join("/")] : []));
  // A value that equals something is filled.
  const given = parts.filter((one) => !("filled" in one && compared.includes(one.filled.join("/"))));
  return given.length > 1 ? { all: given } : given[0];
}

/** Joins the cases of which one must hold. Undefined means no condition. */
export function anyOf(cases: readonly (Condition | undefined)[]): Condition | undefined {
  const given = cases.filter((one) => one !== undefined);
  const different = given.filter((one, index) => given.findIndex((other) => isEqual(one, other)) === index);
  return given.length < cases.length ? undefined : different.length > 1 ? { any: different } : different[0];
}

/** Returns whether two conditions are written alike. */
export const isEqual = (one: Condition | undefined, other: Condition | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns every value that a condition reads. */
export function listSteps(condition: Condition): Steps[] {
  if ("all" in condition) return condition.all.flatMap(listSteps);
  if ("any" in condition) return condition.any.flatMap(listSteps);
  if ("not" in condition) return listSteps(condition.not);
  if ("filled" in condition) return [condition.filled];
  return ["blank" in condition ? condition.blank : condition.steps];
}
