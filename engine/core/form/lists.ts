import { resolveText, type Text, type Translate } from "#engine/core/definitions/text.ts";
import type { Rule, Scope } from "#engine/core/rules/evaluate.ts";

/** A rule or text of a form, and the place whose scope it reads: "" for the form itself, a mount point, or a row. */
export interface ScopedRule {
  readonly rule: Rule;
  readonly base: string;
}

/** The number of rows a list may have when its definition sets none, and the most that a definition may set. */
export const usualRows = 20;
export const mostRows = 50;

/** The step of a pointer of a definition that means any row: "/jobs/-/from". */
export const anyRow = "-";

/** A repeating group at its absolute pointer. */
export interface ListModel {
  readonly pointer: string;
  readonly steps: readonly string[];
  readonly base: string;
  /** The section that its rows follow, for messages. */
  readonly section: string;
  readonly title?: Text;
  readonly hint?: Text;
  readonly item: Text;
  readonly add: Text;
  /** Rows that are always present. */
  readonly min: number;
  readonly max: number;
  readonly when: readonly ScopedRule[];
}

/** One row of a list. Every row that the list may have is part of the model; most are absent from the data. */
export interface RowModel {
  readonly list: ListModel;
  /** From 0. */
  readonly index: number;
  readonly pointer: string;
}

const rowsOf = new WeakMap<ListModel, readonly RowModel[]>();

/** Returns every row that a list may have. */
export function listRows(list: ListModel): readonly RowModel[] {
  const known = rowsOf.get(list);
  if (known) return known;
  const rows = Array.from({ length: list.max }, (_, index) => ({ list, index, pointer: `${list.pointer}/${index}` }));
  rowsOf.set(list, rows);
  return rows;
}

/** Returns how many rows of a list are present: those in the data, within its bounds. */
export function countRows({ min, max }: Pick<ListModel, "min" | "max">, rows: unknown): number {
  return Math.min(max, Math.max(min, Array.isArray(rows) ? rows.length : 0));
}

/** Returns whether a field is in no list, or in a row that sample answers fill in: two rows, or the minimum. */
export const isInSampleRow = ({ row }: { readonly row?: RowModel }): boolean =>
  !row || row.index < Math.max(2, row.list.min);

/** The heading of a section; that of a row has its number. */
export function resolveTitle(
  { title, row }: { readonly title?: Text; readonly row?: RowModel },
  scope: Scope,
  translate: Translate,
): string {
  return resolveText(title, scope, translate, row && { n: row.index + 1 });
}

/** Returns the row that a list has at this index, from 0; undefined beyond its maximum. */
export const findRow = (
  model: { readonly bases: ReadonlyMap<string, { readonly row?: RowModel }> },
  { pointer }: ListModel,
  index: number,
): RowModel | undefined => model.bases.get(`${pointer}/${index}`)?.row;
