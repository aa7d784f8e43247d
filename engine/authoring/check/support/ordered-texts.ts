import { alternativesOf, type JsonSchema, kindsOf, type ValueType } from "#engine/core/base/value-type.ts";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { longestMatch, shortestMatch } from "./patterns.ts";

const isDigit = (character: string): boolean => /[0-9]/.test(character);

/** The lengths of the texts of digits that a schema allows: the shortest and the longest. */
interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Undefined where no text of digits is allowed, and for formats: they are ordered, or have their own finding. */
function findDigitLengths(schema: JsonSchema): Lengths | undefined {
  const literals = "const" in schema ? [schema["const"]] : (schema["enum"] as unknown[] | undefined);
  if (literals) return toLengths(literals.filter((one) => typeof one === "string" && /^[0-9]+$/.test(one)));
  if (schema["type"] !== "string" || schema["format"] !== undefined) return undefined;
  const least = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
  const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : Infinity;
  const pattern = schema["pattern"];
  if (typeof pattern !== "string" || findPatternFault(pattern) !== undefined) return { least, most };
  const [shortest, longest] = [shortestMatch(pattern, isDigit), longestMatch(pattern, isDigit)];
  if (shortest === undefined || longest === undefined) return undefined;
  return { least: Math.max(least, shortest), most: Math.min(most, longest) };
}

const toLengths = (texts: readonly unknown[]): Lengths | undefined => {
  const lengths = texts.map((text) => String(text).length);
  return lengths.length === 0 ? undefined : { least: Math.min(...lengths), most: Math.max(...lengths) };
};

/** Returns whether texts of these types can be digits of different lengths, which have another order as numbers. */
export function areDigitsOfAnyLength(types: readonly ValueType[]): boolean {
  if (types.some(({ schema }) => kindsOf(schema).has("any") || !kindsOf(schema).has("text"))) return false;
  const lengths = types.map(({ schema }) => {
    const found = alternativesOf(schema).flatMap((one) => findDigitLengths(one) ?? []);
    return found.length === 0 ? undefined : found;
  });
  if (lengths.some((found) => found === undefined)) return false;
  const all = lengths.flatMap((found) => found ?? []);
  return new Set(all.flatMap(({ least, most }) => [least, most])).size > 1;
}
