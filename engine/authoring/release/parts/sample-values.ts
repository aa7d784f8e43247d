import type { DataSchema } from "#engine/core/definitions/form.ts";
import { toDateShape } from "#engine/core/form/date-values.ts";
import { toPatternTexts } from "./pattern-texts.ts";

const dayMs = 86_400_000;
/** Maximum length of a sample text. */
const longest = 5_000;
/** Maximum number of values per field. */
const valuesMax = 600;

/** Sources of the values: the shape in both releases, the choices, and the compared constants. */
export interface ValueSources {
  readonly schemas: readonly DataSchema[];
  readonly choices: readonly string[];
  readonly constants: readonly unknown[];
  /** ISO 8601; sample dates are around it. */
  readonly now: string;
}

/** Returns possible values of a field, boundary values of both releases included; some are invalid. */
export function toSampleValues({ schemas, choices, constants, now }: ValueSources): unknown[] {
  const made = schemas.flatMap((schema) => ofSchema(schema, schemas, now));
  const unique = new Map([...choices, ...constants, ...made].map((value) => [JSON.stringify(value), value]));
  return [...unique.values()].filter((value) => value !== undefined && value !== null).slice(0, valuesMax);
}

function ofSchema(schema: DataSchema, all: readonly DataSchema[], now: string): unknown[] {
  if (schema.enum) return schema.enum;
  if (schema.properties) return ofProperties(schema.properties, now);
  switch (schema.type) {
    case "boolean":
      return [true, false];
    case "number":
    case "integer":
      return ofNumber(all);
    case "array":
      return ofItems(schema, all, now);
    default:
      return ofText(schema, all, now);
  }
}

/** Returns a complete object, then one without each part, then one with each other value of a part. */
function ofProperties(properties: Readonly<Record<string, DataSchema>>, now: string): unknown[] {
  const parts = Object.entries(properties).map(
    ([key, schema]) => [key, ofSchema(schema, [schema], now).slice(0, 40)] as const,
  );
  const whole = Object.fromEntries(parts.map(([key, values]) => [key, values[0]]));
  return [
    whole,
    ...parts.map(([gone]) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== gone))),
    ...parts.flatMap(([key, values]) => values.map((value) => ({ ...whole, [key]: value }))),
  ];
}

function ofItems({ items = {} }: DataSchema, all: readonly DataSchema[], now: string): unknown[] {
  const values = ofSchema(items, [items], now).slice(0, 40);
  const lengths = edges(all.flatMap(({ minItems, maxItems }) => [minItems, maxItems])).filter((n) => n > 0 && n <= 200);
  // A list has no file twice.
  const toItem = (i: number) =>
    items.format === "file" && i >= values.length ? `${String(values[0])}-${i}` : values[i % values.length];
  return [
    ...values.map((value) => [value]),
    ...[1, 2, ...lengths].map((length) => Array.from({ length }, (_, i) => toItem(i))),
  ];
}

function ofNumber(all: readonly DataSchema[]): number[] {
  const limits = edges(all.flatMap(({ minimum, maximum }) => [minimum, maximum]));
  const steps = all.flatMap(({ multipleOf: step, minimum = 0 }) =>
    step === undefined ? [] : [step, 2 * step, (Math.ceil(minimum / step) + 1) * step],
  );
  return [0, 1, -1, 12, 1.5, 1_000_000, ...limits, ...steps];
}

function ofText(schema: DataSchema, all: readonly DataSchema[], now: string): string[] {
  const format = schema.format === undefined ? undefined : ofFormat(schema.format, now);
  if (format && schema.format !== "lines") return format;
  const lengths = edges(all.flatMap(({ minLength, maxLength }) => [minLength, maxLength]));
  const sized = lengths
    .filter((length) => length > 0 && length <= longest)
    .flatMap((length) => ["A".repeat(length), "7".repeat(length)]);
  return [
    ...(format ?? []),
    ...all.flatMap(({ pattern }) => (pattern === undefined ? [] : toPatternTexts(pattern))),
    ...plain,
    ...sized,
  ];
}

/** Sample texts by kind of character. */
const plain = [
  "Asha Verma|a|A|ab-12|A, B",
  "1|12|4711|560001|9876543210|AB12",
  "A.B|A/B|A_B|(A)|A&B|A'B|#1|@a|+1",
  "é|अ|中|A–B",
  `a@example.com|https://example.com/a|${"x".repeat(60)}`,
].flatMap((sort) => sort.split("|"));

/** Returns the limits and their neighbours. */
const edges = (limits: readonly (number | undefined)[]): number[] =>
  limits.flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1]));

/** Sample texts of each format; dates use `now`. To add a format: a line. */
export const formatSamples: Readonly<Record<string, (now: string) => readonly string[]>> = {
  date: (now) => toDays(now).map((day) => toDateShape(day, "date")),
  "dd-MM-yyyy": (now) => toDays(now).map((day) => toDateShape(day, "dd-MM-yyyy")),
  "yyyy-MM-dd": toDays,
  "MM-yyyy": () => ["01-1990", "12-1999", "01-2000", "06-2020", "12-2025"],
  yyyy: () => ["1950", "1985", "1999", "2000", "2015", "2019", "2025"],
  phone: () => ["+919876543210", "+14155550123", "+4915112345678", "+1234567"],
  email: () => ["asha@example.com", "a.b+c@mail.example.org", "x_1@a-b.co"],
  lines: () => ["I led a team of five.", "One line\nanother", "a", "A", "1", "अ", "x".repeat(60)],
  strokes: () => ["M80 260L160 120L220 290L300 150L380 280L520 200", "M100 200L400 210M120 240L380 250"],
  url: () => ["https://example.com/a.pdf", "http://a.example/?b=c#d"],
  file: () => ["/utility/api/1.0/files/abcdefghijklmnopqrstuv", "/utility/api/1.0/files/ABCDEFGHIJKLMNOP_-12"],
  "date-time": () => ["2020-01-31T10:00:00Z", "2024-02-29T23:59:59.999+05:30", "1999-12-31T00:00Z"],
};

const ofFormat = (format: string, now: string): string[] | undefined =>
  Object.hasOwn(formatSamples, format) ? [...(formatSamples[format]?.(now) ?? [])] : undefined;

/** Returns days as yyyy-MM-dd: around now, decades before and after, leap days, and the first and last allowed. */
function toDays(now: string): string[] {
  const offsets = [0, -1, 1, -2, 2, -30, 30, -365, 365, -3_650, 3_650, -7_000, -9_000, -20_000];
  const around = offsets.map((days) => new Date(new Date(now).getTime() + days * dayMs).toISOString().slice(0, 10));
  return [...around, "2000-02-29", "2020-01-31", "1900-01-01", "2099-12-31"];
}
