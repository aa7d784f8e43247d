import { isLargeEnough, maxStrokesLength, readStrokes } from "#engine/core/base/strokes.ts";
import type { FormField } from "#engine/core/definitions/form.ts";

/** The widget whose value is a drawing or a typed name. */
export const signatureWidget = "signature";

/** The longest typed name. */
export const maxNameLength = 100;

/** A signature: drawn as strokes, of which the server makes the image, or typed as a name. */
export interface SignatureValue {
  readonly strokes?: unknown;
  readonly name?: unknown;
  readonly imageUrl?: unknown;
}

export const isSignature = (field: FormField): boolean => field.widget === signatureWidget;

/** The value of a signature as an object; undefined for anything else. */
export const readSignature = (field: FormField, value: unknown): SignatureValue | undefined =>
  isSignature(field) && typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;

/** Returns the fault of a signature whose parts have the right types: neither drawn nor typed, both, or unreadable. */
export function findSignatureFault({ strokes, name }: SignatureValue): { keyword: string; n?: number } | undefined {
  if (name !== undefined && strokes !== undefined) return { keyword: "type" };
  if (name !== undefined)
    return String(name).length > maxNameLength ? { keyword: "maxLength", n: maxNameLength } : undefined;
  if (typeof strokes === "string" && strokes.length > maxStrokesLength)
    return { keyword: "maxLength", n: maxStrokesLength };
  const read = readStrokes(strokes);
  return read && isLargeEnough(read) ? undefined : { keyword: "format" };
}

/** What a credential certifies of a signature: how it was given. A drawing itself is not certified. */
export function toSignatureAttribute({ strokes, name }: SignatureValue): string | undefined {
  if (typeof name === "string") return `${typed}${name}`;
  return typeof strokes === "string" ? "drawn" : undefined;
}
const typed = "typed: ";

/** The attribute for people: the typed name, or the words for a drawing. */
export const writeSignature = (attribute: string, drawn: string): string =>
  attribute.startsWith(typed) ? attribute.slice(typed.length) : drawn || attribute;
