import { allOf, type ComparisonOperator, type Condition, type Steps } from "./conditions.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Keywords that test one value. Each takes the keyword's value. */
const valueTests: Readonly<Record<string, (steps: Steps, value: unknown) => Condition | undefined>> = {
  const: (steps, value) => ({ steps, operator: "===", value }),
  enum: (steps, value) => toOneOf(steps, value as readonly unknown[]),
  pattern: (steps, value) => ({ steps, operator: "matches", value }),
  minimum: (steps, value) => ({ steps, operator: ">=", value }),
  maximum: (steps, value) => ({ steps, operator: "<=", value }),
  exclusiveMinimum: (steps, value) => ({ steps, operator: ">", value }),
  exclusiveMaximum: (steps, value) => ({ steps, operator: "<", value }),
  minLength: (steps, value) => (value === 1 ? { filled: steps } : undefined),
};
/** Keywords that test nothing about a value of the right type. */
const silent: ReadonlySet<string> = new Set(["type", "title", "description", "$comment", "default"]);

const toOneOf = (steps: Steps, values: readonly unknown[]): Condition =>
  values.length === 1
    ? { steps, operator: "===", value: values[0] }
    : { steps, operator: "in" satisfies ComparisonOperator, value: values };

/**
 * Converts a schema that tests data, such as an `if`, into a condition with the same meaning: a keyword holds for a
 * missing value unless `required` names it. Returns undefined for a keyword that has no counterpart.
 */
export function toCondition(schema: unknown, steps: Steps = []): Condition | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const { properties = {}, required = [], ...others } = schema as JsonSchema & { required?: readonly string[] };
  const parts: (Condition | undefined)[] = required
    .filter((name) => !testsValue((properties as JsonSchema)[name]))
    .map((name) => ({ filled: [...steps, name] }));
  for (const [name, own] of Object.entries(properties as Record<string, JsonSchema>))
    if (testsValue(own)) parts.push(toValueCondition(own, [...steps, name], required.includes(name)));
  for (const [key, value] of Object.entries(others)) {
    if (silent.has(key)) continue;
    parts.push(joinTests[key]?.(value, steps));
  }
  return parts.length > 0 && parts.every((one) => one !== undefined) ? allOf(...parts) : undefined;
}

/** Returns whether a property's schema tests more than the type. */
const testsValue = (schema: unknown): boolean =>
  typeof schema === "object" && schema !== null && Object.keys(schema).some((key) => !silent.has(key));

function toValueCondition(schema: JsonSchema, steps: Steps, isRequired: boolean): Condition | undefined {
  const isGroup = schema["properties"] !== undefined || schema["required"] !== undefined;
  if (isGroup) return toCondition(schema, steps);
  const parts = Object.entries(schema)
    .filter(([key]) => !silent.has(key))
    .map(([key, value]) => (valueTests[key] ?? joinValueTests[key])?.(steps, value));
  const tests = parts.every((one) => one !== undefined) ? allOf(...parts) : undefined;
  return tests === undefined || isRequired ? tests : { any: [{ blank: steps }, tests] };
}

/** `not`, `anyOf` and `allOf` around the tests of one value. */
const joinValueTests: Readonly<Record<string, (steps: Steps, value: unknown) => Condition | undefined>> = {
  not: (steps, value) => negate(toValueCondition(value as JsonSchema, steps, true)),
  anyOf: (steps, value) => joinAll("any", value, (one) => toValueCondition(one, steps, true)),
  oneOf: (steps, value) => joinAll("any", value, (one) => toValueCondition(one, steps, true)),
  allOf: (steps, value) => joinAll("all", value, (one) => toValueCondition(one, steps, true)),
};

const joinTests: Readonly<Record<string, (value: unknown, steps: Steps) => Condition | undefined>> = {
  not: (value, steps) => negate(toCondition(value, steps)),
  anyOf: (value, steps) => joinAll("any", value, (one) => toCondition(one, steps)),
  allOf: (value, steps) => joinAll("all", value, (one) => toCondition(one, steps)),
};

const negate = (condition: Condition | undefined): Condition | undefined => condition && { not: condition };

function joinAll(
  key: "all" | "any",
  schemas: unknown,
  convert: (schema: JsonSchema) => Condition | undefined,
): Condition | undefined {
  if (!Array.isArray(schemas) || schemas.length === 0) return undefined;
  const parts = schemas.map((one) => convert(one as JsonSchema));
  if (!parts.every((one) => one !== undefined)) return undefined;
  return key === "all" ? { all: parts } : { any: parts };
}
