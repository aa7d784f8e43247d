import type { FormField } from "#engine/core/definitions/form.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { findBrokenBound, toDateShape, toIsoDate, type DateBounds } from "./date-values.ts";

/** The widget whose value is two dates, or one date and `ongoing`. */
export const dateRangeWidget = "date-range";

/** Keywords of a range without one of its dates, and of one that ends before it begins. */
export const incompleteKeyword = "incomplete";
export const orderKeyword = "order";

/** A range of days; without `to` it is still ongoing. */
export interface DateRangeValue {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly ongoing?: unknown;
}

export const isDateRange = (field: FormField): boolean => field.widget === dateRangeWidget;

/** The value of a date range as an object; undefined for anything else. */
export const readRange = (field: FormField, value: unknown): DateRangeValue | undefined =>
  isDateRange(field) && typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;

/** Returns the fault of a range whose parts have the right types: a missing date, a bound, or the wrong order. */
export function findRangeFault(
  { from, to, ongoing }: DateRangeValue,
  bounds: DateBounds,
  scope: Scope,
): { keyword: string; limit?: string } | undefined {
  if (ongoing === true && to !== undefined) return { keyword: "type" };
  if (from === undefined || (to === undefined && ongoing !== true)) return { keyword: incompleteKeyword };
  const ends = to === undefined ? [from] : [from, to];
  const broken = ends.map((end) => findBrokenBound(end, bounds, scope)).find((fault) => fault !== undefined);
  if (broken || to === undefined) return broken;
  const [first, last] = [toIsoDate(from), toIsoDate(to)];
  return first && last && last < first ? { keyword: orderKeyword } : undefined;
}

/** The range as ISO 8601 writes intervals: 2020-01-31/2021-02-28, and 2020-01-31/.. while it is ongoing. */
export function toInterval({ from, to, ongoing }: DateRangeValue): string | undefined {
  const [first, last] = [toIsoDate(from), ongoing === true ? ".." : toIsoDate(to)];
  return first && last ? `${first}/${last}` : undefined;
}

/** An interval for people: 31-01-2020 – 28-02-2021. Any other text stays as it is. */
export function writeInterval(interval: string, ongoing: string): string {
  const [first, last] = interval.split("/");
  if (!first || !last) return interval;
  return `${toDateShape(first, "date")} – ${last === ".." ? ongoing : toDateShape(last, "date")}`;
}
