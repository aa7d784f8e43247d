import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { readStrokes, toInk } from "#engine/core/base/strokes.ts";

/** A signature as the form holds it: the drawing, or the typed name. */
export interface Signature {
  readonly strokes?: string;
  readonly name?: string;
}

/** Reads a value from outside: a part of another type counts as missing. */
export function toSignature(value: unknown): Signature {
  const { strokes, name } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return { ...(typeof strokes === "string" && { strokes }), ...(typeof name === "string" && { name }) };
}

/** A typed name as the form holds it; undefined for an empty one. */
export const toTyped = (name: string): Signature | undefined => (name === "" ? undefined : { name });

/** The curves of a drawing; nothing for a text that is none. */
export const toDrawing = (strokes: string | undefined): string => toInk(readStrokes(strokes) ?? []);

/** What the pad shows, in words. */
export function toPadName({ strokes, name }: { [Part in keyof Signature]: Signature[Part] | undefined }): TextKey {
  if (strokes !== undefined) return "signature.drawn";
  return name === undefined ? "signature.here" : "signature.typed";
}
