import { toPointerStep } from "#engine/core/base/json-pointer.ts";

/** A part of the source without a counterpart: its place, and the reason. */
export interface Unmapped {
  /** JSON Pointer into the source. */
  readonly at: string;
  readonly reason: string;
}

/** The result of an import: definitions by path below schemas/, and the unmapped parts. */
export interface Imported<D> {
  readonly documents: readonly { readonly path: string; readonly document: D }[];
  readonly unmapped: readonly Unmapped[];
}

/** Appends steps to a JSON Pointer. */
export const below = (at: string, ...steps: readonly (string | number)[]): string =>
  [at, ...steps.map((step) => toPointerStep(String(step)))].join("/");

/** Returns every unsupported key of an object as unmapped. */
export const listUnmappedKeys = (source: object, read: readonly string[], at: string): Unmapped[] =>
  Object.keys(source)
    .filter((key) => !read.includes(key))
    .map((key) => ({ at: below(at, key), reason: "unsupported" }));

/**
 * Converts 'Current Address', 'degreeStatus' or 'BOARD_LIST' into an id: 'current-address', 'degree-status',
 * 'board-list'.
 */
export const toId = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "unnamed";

/** Converts 'rollNumber' into a label: 'Roll number'. */
export function toLabel(name: string): string {
  const words = toId(name.split(".").at(-1) ?? name).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
