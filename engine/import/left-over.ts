import { toPointerStep } from "#engine/base/json-pointer.ts";

/** What could not be carried over: where it stands in what was read, and why. */
export interface LeftOver {
  /** JSON Pointer into the source. */
  readonly at: string;
  readonly why: string;
}

/** What came of an import: documents by their place below schemas/, and what is left for a person. */
export interface Imported<D> {
  readonly documents: readonly { readonly path: string; readonly document: D }[];
  readonly left: readonly LeftOver[];
}

/** A JSON Pointer from a place and further steps. */
export const below = (at: string, ...steps: readonly (string | number)[]): string =>
  [at, ...steps.map((step) => toPointerStep(String(step)))].join("/");

/** Every key of an object that nobody reads, as left over. */
export const listUnread = (source: object, read: readonly string[], at: string): LeftOver[] =>
  Object.keys(source)
    .filter((key) => !read.includes(key))
    .map((key) => ({ at: below(at, key), why: "nothing here has a place for it" }));

/** 'Current Address', 'degreeStatus' and 'BOARD_LIST' as documents are named: 'current-address', 'degree-status', 'board-list'. */
export const toId = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "unnamed";

/** 'rollNumber' as a person reads it: 'Roll number'. */
export function toLabel(name: string): string {
  const words = toId(name.split(".").at(-1) ?? name).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
