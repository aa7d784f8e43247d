import { findNearest } from "#engine/base/nearest.ts";
import type { Fix } from "#engine/base/issue.ts";
import type { JsonSchema } from "#engine/base/known.ts";
import { listWords, meantOf } from "./meant.ts";

/** What does not fit a meta-schema, and where in the document. */
export interface ShapeFault {
  readonly pointer: string;
  readonly code: "unknown-key" | "missing-key" | "unknown-word" | "wrong-type" | "wrong-shape";
  readonly message: string;
  readonly fix?: Fix;
}

const words: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

const longest = 60;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 3)}…` : text);

/** A value as it can be quoted, however large it is. */
export function quote(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(cutText(value)) ?? "this";
  return cut(`{${Object.keys(value).slice(0, 12).join(", ")}}`);
}
const cutText = (value: unknown): unknown => (typeof value === "string" ? cut(value) : value);

/** The types of a schema in words. */
export const describeTypes = (types: readonly unknown[]): string =>
  types.map((type) => words[String(type)] ?? String(type)).join(" or ");

/** A key that a closed object does not have; where one that is not there yet was probably meant, it is renamed. */
export function unknownKey(
  pointer: string,
  key: string,
  there: readonly string[],
  known: readonly string[],
): ShapeFault {
  const near = findNearest(key, known);
  const message = `Unknown key "${key}"${meantOf(key, known)}`;
  const isFree = near !== undefined && !there.includes(near);
  return { pointer, code: "unknown-key", message, ...(isFree && { fix: { rename: near } }) };
}

/** A word that is none of those allowed. */
export function unknownWord(pointer: string, value: unknown, allowed: readonly unknown[]): ShapeFault {
  const near = typeof value === "string" ? meantOf(value, allowed.map(String)) : "";
  const message =
    allowed.length === 1
      ? `${quote(value)} must be ${JSON.stringify(allowed[0])}`
      : `${quote(value)} is not one of ${listWords(allowed)}${near}`;
  return { pointer, code: "unknown-word", message };
}

/** An object of which one key must be a known word (an action, a field, a section), and none is. */
export function unnamed(pointer: string, value: object, choices: readonly JsonSchema[]): ShapeFault {
  const known = choices.map(({ required }) => String((required as readonly string[])[0]));
  const keys = Object.keys(value);
  const near = keys.map((key) => meantOf(key, known)).find((meant) => meant !== "") ?? "";
  const what = keys.length > 0 ? `"${keys.join('", "')}" names` : "This names";
  return { pointer, code: "unknown-word", message: `${what} none of ${known.join(", ")}${near}` };
}
