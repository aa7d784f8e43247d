import type { DataSchema, FormField } from "#engine/documents/form.ts";
import { findDateShape } from "#engine/form/date-values.ts";

/** What of a value's shape has words of its own when it is broken. */
const shapeKeywords = [
  "enum",
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
] as const;

/** Every keyword that a field can break. */
export const keywords: readonly string[] = [
  "require",
  "type",
  ...shapeKeywords,
  "options",
  "past",
  "future",
  "min",
  "max",
];

/** The keywords that one field can break. */
export function keywordsOf(field: FormField, schema: DataSchema | undefined): string[] {
  const { disablePast, disableFuture } = field.dates ?? {};
  const isDate = field.dates !== undefined || findDateShape(schema?.format) !== undefined;
  const raised: Readonly<Record<string, boolean>> = {
    require: field.require !== undefined && field.require !== false,
    type: true,
    ...Object.fromEntries(shapeKeywords.map((keyword) => [keyword, schema?.[keyword] !== undefined])),
    options: field.options !== undefined,
    format: schema?.format !== undefined || isDate,
    past: disablePast === true,
    future: disableFuture === true,
    // Every date lies between two years at least.
    min: isDate,
    max: isDate,
  };
  return keywords.filter((keyword) => raised[keyword]);
}

/** The keywords that a part of a field's value can break: those of its shape, since the rest is asked of the whole. */
export const keywordsInside = (schema: DataSchema | undefined): string[] =>
  keywords.filter(
    (keyword) => keyword === "type" || shapeKeywords.some((one) => one === keyword && schema?.[one] !== undefined),
  );
