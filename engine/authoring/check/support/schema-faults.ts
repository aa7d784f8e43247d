import { findNearest } from "#engine/core/base/nearest.ts";
import type { Fix } from "#engine/core/base/issue.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { didYouMean, listWords } from "./suggestion.ts";

/** The codes of faults that validation against a meta-schema finds. */
export type SchemaCode =
  | "definition/unknown-key"
  | "definition/missing-key"
  | "definition/unknown-word"
  | "definition/wrong-type"
  | "definition/invalid-value";

/** A value that does not fit its schema, and its place. */
export interface SchemaFault {
  readonly pointer: string;
  readonly code: SchemaCode;
  readonly message: string;
  readonly fix?: Fix;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

const maxQuote = 60;
const cut = (text: string): string => (text.length > maxQuote ? `${text.slice(0, maxQuote - 3)}…` : text);

/** A value as a short quote, however large it is. */
export function quote(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(cutText(value)) ?? "this";
  return cut(`{${Object.keys(value).slice(0, 12).join(", ")}}`);
}
const cutText = (value: unknown): unknown => (typeof value === "string" ? cut(value) : value);

/** JSON Schema types in words. */
export const describeTypes = (types: readonly unknown[]): string =>
  types.map((type) => typeNames[String(type)] ?? String(type)).join(" or ");

/** A key that a closed object does not have. The fix renames it when a similar key is still free. */
export function unknownKey(
  pointer: string,
  key: string,
  present: readonly string[],
  known: readonly string[],
): SchemaFault {
  const near = findNearest(key, known);
  const message = `Unknown key "${key}"${didYouMean(key, known)}`;
  const isFree = near !== undefined && !present.includes(near);
  return { pointer, code: "definition/unknown-key", message, ...(isFree && { fix: { rename: near } }) };
}

/** A value that is not one of the allowed values. */
export function unknownWord(pointer: string, value: unknown, allowed: readonly unknown[]): SchemaFault {
  const near = typeof value === "string" ? didYouMean(value, allowed.map(String)) : "";
  const message =
    allowed.length === 1
      ? `${quote(value)} must be ${JSON.stringify(allowed[0])}`
      : `${quote(value)} is not one of ${listWords(allowed)}${near}`;
  return { pointer, code: "definition/unknown-word", message };
}

/** An object that has none of the keys by which alternatives differ: no action, no kind of form entry. */
export function unknownAlternative(pointer: string, value: object, choices: readonly JsonSchema[]): SchemaFault {
  const known = choices.map(({ required }) => String((required as readonly string[])[0]));
  const keys = Object.keys(value);
  const near = keys.map((key) => didYouMean(key, known)).find((suggestion) => suggestion !== "") ?? "";
  const what = keys.length > 0 ? `"${keys.join('", "')}" names` : "This names";
  return { pointer, code: "definition/unknown-word", message: `${what} none of ${known.join(", ")}${near}` };
}
