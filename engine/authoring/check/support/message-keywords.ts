import type { DataSchema, FormField } from "#engine/core/definitions/form.ts";
import { incompleteKeyword, isDateRange, orderKeyword } from "#engine/core/form/date-range-values.ts";
import { findDateShape } from "#engine/core/form/date-values.ts";
import { findMaxFiles, repeatedKeyword } from "#engine/core/form/file-values.ts";
import { isSignature } from "#engine/core/form/signature-values.ts";
import { wholeKeyword } from "#engine/core/form/validate.ts";

/** Keywords of a value's schema that have a separate message. */
const schemaKeywords = [
  "enum",
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
] as const;

/** Every keyword that a value can violate. */
export const keywords: readonly string[] = [
  "require",
  "type",
  wholeKeyword,
  ...schemaKeywords,
  "options",
  "past",
  "future",
  "min",
  "max",
  incompleteKeyword,
  orderKeyword,
  repeatedKeyword,
];

/** The keywords that the value of one field can violate. */
export function keywordsOf(field: FormField, schema: DataSchema | undefined): string[] {
  const { disablePast, disableFuture } = field.dates ?? {};
  const isRange = isDateRange(field);
  const isSeveral = findMaxFiles(field) !== undefined;
  const isDate = isRange || field.dates !== undefined || findDateShape(schema?.format) !== undefined;
  const isNumber = schema?.type === "number" || schema?.type === "integer";
  const applies: Readonly<Record<string, boolean>> = {
    require: field.require !== undefined && field.require !== false,
    type: true,
    [wholeKeyword]: schema?.type === "integer",
    ...Object.fromEntries(schemaKeywords.map((keyword) => [keyword, schema?.[keyword] !== undefined])),
    // Every number can be too large for JSON.
    ...(isNumber && { minimum: true, maximum: true }),
    options: field.options !== undefined,
    format: schema?.format !== undefined || isDate || isSignature(field),
    ...(isSignature(field) && { maxLength: true }),
    past: disablePast === true,
    future: disableFuture === true,
    // Every date has a range of years, so it can be outside of it.
    min: isDate,
    max: isDate,
    [incompleteKeyword]: isRange,
    [orderKeyword]: isRange,
    [repeatedKeyword]: isSeveral,
    ...(isSeveral && { maxItems: true, format: true }),
  };
  return keywords.filter((keyword) => applies[keyword]);
}

/** The keywords that a part of a value can violate: those of its schema. All others apply to the value as a whole. */
export const keywordsInside = (schema: DataSchema | undefined): string[] =>
  keywords.filter(
    (keyword) => keyword === "type" || schemaKeywords.some((one) => one === keyword && schema?.[one] !== undefined),
  );
