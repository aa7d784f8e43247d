import { DateTime } from "luxon";

/** Format of dates in the data and in the box. */
export const dateFormat = "dd-MM-yyyy";

/** Formats a date with the digits 0–9, which `parseDate` and the form formats need in every language. */
export const toDateText = (date: DateTime): string => date.toFormat(dateFormat, { locale: "en" });

/** Sets the language for names; the calendar stays Gregorian. */
export const withLocale = (date: DateTime, locale: string): DateTime =>
  date.reconfigure({ locale, outputCalendar: "gregory" });

/** First and last selectable day, inclusive. */
export interface DateRange {
  readonly min: DateTime;
  readonly max: DateTime;
}

/**
 * Parses dd-MM-yyyy or yyyy-MM-dd; undefined for anything else. Dates have no time zone: a birthday is the same day
 * everywhere.
 */
export function parseDate(value: unknown): DateTime | undefined {
  if (typeof value !== "string") return undefined;
  for (const format of [dateFormat, "yyyy-MM-dd"]) {
    const date = DateTime.fromFormat(value, format, { zone: "utc" });
    if (date.isValid) return date;
  }
  return undefined;
}

/** Today in the candidate's time zone, as a date without a zone. */
export function toToday(now: number): DateTime {
  const { year, month, day } = DateTime.fromMillis(now);
  return DateTime.utc(year, month, day);
}

/** The narrowest range of all bounds; 1900 to 2099 without bounds. Contradictory bounds leave the day of `min`. */
export function toRange(
  dates: { disablePast?: boolean; disableFuture?: boolean; min?: unknown; max?: unknown } = {},
  today: DateTime,
): DateRange {
  const lowest = [DateTime.utc(1900, 1, 1), parseDate(dates.min), dates.disablePast ? today : undefined].filter(
    (date) => date !== undefined,
  );
  const highest = [DateTime.utc(2099, 12, 31), parseDate(dates.max), dates.disableFuture ? today : undefined].filter(
    (date) => date !== undefined,
  );
  const min = DateTime.max(...lowest) as DateTime;
  const max = DateTime.min(...highest) as DateTime;
  return { min, max: max < min ? min : max };
}

export function clampDate(date: DateTime, { min, max }: DateRange): DateTime {
  return date < min ? min : date > max ? max : date;
}

/** Returns whether a year, month or day has any day inside the range. */
export function isWithin(date: DateTime, unit: "year" | "month" | "day", { min, max }: DateRange): boolean {
  return date.endOf(unit) >= min && date.startOf(unit) <= max;
}
