import fc from "fast-check";
import type { TSchema } from "typebox";

/** A JSON Schema as contracts have it: closed objects, bounded text, no references. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: readonly string[];
}

/** Known values by key, used beside generated ones. Real ids reach more code than generated ids. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Generates values that the schema accepts. A key of `known` gets a known value three times out of four. */
export function fromSchema(schema: TSchema, known: Known): fc.Arbitrary<unknown> {
  return toArbitrary(schema as Schema, known);
}

function toArbitrary(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => toArbitrary(one, known)));
  const make = makers[schema.type ?? ""];
  return make ? make(schema, known) : fc.jsonValue({ maxDepth: 2 });
}

const makers: Record<string, (schema: Schema, known: Known) => fc.Arbitrary<unknown>> = {
  string: toText,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: ({ minimum = -1000, maximum = 1000 }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum = -1000, maximum = 1000 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  array: ({ items = {}, minItems = 0, maxItems = 3, uniqueItems }, known) => {
    const size = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, 3)) };
    return uniqueItems ? fc.uniqueArray(toArbitrary(items, known), size) : fc.array(toArbitrary(items, known), size);
  },
  object: toObject,
};

function toText({ pattern, minLength = 0, maxLength = 500 }: Schema): fc.Arbitrary<string> {
  // Limits repetitions: a longer id finds no more than a short one.
  if (pattern)
    return fc
      .stringMatching(new RegExp(pattern.replace(/\{1,(?:64|128|200)\}/g, "{1,12}")))
      .filter((text) => new RegExp(pattern).test(text));
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)), unit: "grapheme" });
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: odd }).filter(fits);
}

/** Texts that broke other servers: NUL, half a surrogate pair, quotes, patterns, paths, numbers. */
export const odd = fc.constantFrom(
  "\u0000",
  "a\u0000b",
  "\ud800",
  "' or 1=1 --",
  "%",
  "_",
  "\\",
  "../../etc/passwd",
  "%00",
  "${x}",
  "{{x}}",
  "NaN",
  "-0",
  "1e999",
  "\u202e",
  "__proto__",
  "constructor",
  "<img src=x onerror=alert(1)>",
  " ",
  "😀",
  "i\u0307",
  "31-02-2020",
  "+919876543210",
);

function toObject({ properties, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  // The form defines its data, so any JSON object is possible here.
  if (!properties)
    return fc.dictionary(
      fc.oneof(fc.constantFrom(...((known.dataKeys as string[]) ?? ["a"])), fc.string({ minLength: 1, maxLength: 12 })),
      fc.oneof(odd, fc.jsonValue({ maxDepth: 2 })),
      { maxKeys: 6 },
    );
  const entries = Object.entries(properties).map(([key, schema]) => {
    const made = toArbitrary(schema, known);
    const real = Object.hasOwn(known, key) ? fc.constantFrom(...known[key]!) : undefined;
    return [key, real ? fc.oneof({ weight: 3, arbitrary: real }, { weight: 1, arbitrary: made }) : made] as const;
  });
  return fc.record(Object.fromEntries(entries), { requiredKeys: [...required] });
}
