import type { DataSchema, FormField } from "#engine/core/definitions/form.ts";
import { readRange } from "#engine/core/form/date-range-values.ts";
import { formats } from "#engine/core/form/formats.ts";
import type { FieldModel, FormModel } from "#engine/core/form/form-model.ts";
import { readSignature } from "#engine/core/form/signature-values.ts";
import type { ShapeError, ValidateTools } from "#engine/core/form/validate.ts";
import { largestNumber, remainder } from "#engine/core/rules/decimal.ts";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { compilePattern } from "#engine/core/rules/patterns.ts";

type Breaks = (value: never, limit: never, schema: DataSchema) => boolean;

/** When a value breaks a keyword of its schema. One more keyword: one line here. */
const keywords: Readonly<Record<string, Breaks>> = {
  enum: (value: unknown, choices: readonly unknown[]) => !choices.includes(value),
  minLength: (value: unknown, least: number) => typeof value === "string" && [...value].length < least,
  maxLength: (value: unknown, most: number) => typeof value === "string" && [...value].length > most,
  pattern: (value: unknown, pattern: string) => typeof value === "string" && !matches(value, pattern),
  format: (value: unknown, format: string) => typeof value === "string" && formats[format]?.test(value) === false,
  minimum: (value: unknown, least: number) => typeof value === "number" && value < least,
  maximum: (value: unknown, most: number) => typeof value === "number" && value > most,
  multipleOf: (value: unknown, step: number) => typeof value === "number" && remainder(value, step) !== 0,
  minItems: (value: unknown, least: number) => Array.isArray(value) && value.length < least,
  maxItems: (value: unknown, most: number) => Array.isArray(value) && value.length > most,
};

/** A pattern that this engine cannot compile breaks nothing here; another check reports it. */
function matches(text: string, pattern: string): boolean {
  if (findPatternFault(pattern) !== undefined) return true;
  try {
    return compilePattern(pattern).test(text);
  } catch {
    return true;
  }
}

type CanType = (field: FormField, value: unknown) => boolean;

/** What a widget can produce, beside the schema. One more widget with a limit: one line here. */
const typable: Readonly<Record<string, CanType>> = {
  "block-otp": (field, value) =>
    isDigits(value) && value.length === (typeof field["length"] === "number" ? field["length"] : 6),
  text: (field, value) => fitsIn(field, value) && (field["digits"] !== true || isDigits(value)),
  textarea: fitsIn,
  "yes-no": (_, value) => typeof value === "boolean",
  number: (_, value) => isTypedNumber(value),
  money: (_, value) => isTypedNumber(value) && Number.isInteger(value),
  "date-range": (field, value) => field["ongoing"] === true || readRange(field, value)?.ongoing === undefined,
  signature: (field, value) => {
    const { strokes, name } = readSignature(field, value) ?? {};
    return strokes !== undefined || name !== undefined;
  },
  checkboxes: (_, value) => Array.isArray(value) && new Set(value).size === value.length,
};

/** A number widget takes as many digits as a number keeps. */
const isTypedNumber = (value: unknown): boolean => typeof value === "number" && Math.abs(value) <= largestNumber;

const isDigits = (value: unknown): value is string => typeof value === "string" && /^[0-9]*$/.test(value);

function fitsIn(field: FormField, value: unknown): boolean {
  const { maxLength } = field as { maxLength?: unknown };
  return typeof value !== "string" || typeof maxLength !== "number" || [...value].length <= maxLength;
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);

/** The first broken keyword of a value; undefined for a valid one. */
export function findBrokenKeyword(schema: DataSchema, value: unknown): string | undefined {
  const { type } = schema;
  if (type !== undefined && (type === "integer" ? !Number.isInteger(value) : typeOf(value) !== type)) return "type";
  for (const [keyword, breaks] of Object.entries(keywords)) {
    const limit = schema[keyword as keyof DataSchema];
    if (limit !== undefined && breaks(value as never, limit as never, schema)) return keyword;
  }
  if (Array.isArray(value) && schema.items) {
    const items = schema.items;
    return value.map((item) => findBrokenKeyword(items, item)).find((keyword) => keyword !== undefined);
  }
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    const part = (value as Record<string, unknown>)[key];
    const broken = part === undefined ? undefined : findBrokenKeyword(child, part);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/** Validates the shape of sections without a compiler, and that the widget of a field can produce its value. */
export function toShape(model: FormModel): ValidateTools["shape"] {
  return (_section, data) =>
    Object.entries(data).flatMap(([pointer, value]): ShapeError[] => {
      const field = model.byPointer.get(pointer);
      const keyword = field && findFault(field, value);
      return keyword === undefined ? [] : [{ keyword, instancePath: `/${escape(pointer)}`, params: {} }];
    });
}

function findFault({ field, schema }: FieldModel, value: unknown): string | undefined {
  const canType = Object.hasOwn(typable, field.widget) ? typable[field.widget] : undefined;
  if (canType && field.value === undefined && !canType(field, value)) return "pattern";
  return findBrokenKeyword(schema, value);
}

const escape = (pointer: string): string => pointer.replaceAll("~", "~0").replaceAll("/", "~1");
