import { DateTime } from "luxon";
import { findOwn } from "./own-value.ts";

/** Language of the words and time zone (IANA name) of moments. */
export interface DateLocale {
  readonly locale: string;
  readonly zone: string;
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const isEnglish = (locale: string) => locale === "en" || locale.startsWith("en-");

const shortStyle = (date: DateTime) => date.toFormat("dd-MM-yyyy");

/** The styles that a definition may name. One more: an entry here. */
const styles: Readonly<Record<string, (date: DateTime, locale: string) => string>> = {
  /** 21st November 2026 */
  long: (date, locale) =>
    isEnglish(locale)
      ? `${date.day}${suffixes[ordinals.select(date.day)] ?? "th"} ${date.toFormat("MMMM yyyy")}`
      : date.toFormat("d MMMM yyyy"),
  /** 21-Nov-2026 14:05 */
  moment: (date) => date.toFormat("dd-MMM-yyyy HH:mm"),
  /** 21 Nov, 2026 02:05:PM; other languages use the 24-hour clock, because they borrow AM and PM from English. */
  full: (date, locale) =>
    isEnglish(locale)
      ? date.toFormat("dd MMM, yyyy hh:mm:") + date.toFormat("a").toUpperCase()
      : date.toFormat("dd MMM, yyyy HH:mm"),
  /** 21 Nov 2026 */
  day: (date) => date.toFormat("d MMM yyyy"),
  /** 21-11-2026 */
  short: shortStyle,
};

/** The names of the styles, for the check. */
export const dateStyles: readonly string[] = Object.keys(styles);

/**
 * Formats a moment (ISO 8601) or a date (`yyyy-MM-dd`, `dd-MM-yyyy`). Moments use the candidate's time zone, dates
 * none. Returns "" for an invalid date; an unknown style means "short".
 */
export function formatDate(value: unknown, style: string, { locale, zone }: DateLocale): string {
  const date = toDateTime(value, zone);
  if (!date?.isValid) return "";
  const write = findOwn(styles, style) ?? shortStyle;
  return write(date.setLocale(locale), locale);
}

/** The beginning of a day (`dd-MM-yyyy`) in a time zone; undefined for another text. */
export function toDayStart(day: string, zone: string): Date | undefined {
  const start = DateTime.fromFormat(day, "dd-MM-yyyy", { zone, locale: "en" });
  return start.isValid ? start.toJSDate() : undefined;
}

function toDateTime(value: unknown, zone: string): DateTime | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d{2}-\d{2}-\d{4}$/.test(value)) return DateTime.fromFormat(value, "dd-MM-yyyy", { zone: "utc", locale: "en" });
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return DateTime.fromISO(value, { zone: "utc" });
  return DateTime.fromISO(value, { zone: "utc" }).setZone(zone);
}
