import { DateTime } from "luxon";
import { findOwn } from "./own-value.ts";

/** Where a date is read: language of the words, time zone of moments (IANA name). */
export interface DatePlace {
  readonly locale: string;
  readonly zone: string;
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const isEnglish = (locale: string) => locale === "en" || locale.startsWith("en-");

const shortStyle = (date: DateTime) => date.toFormat("dd-MM-yyyy");

/** The styles a document may name. To add one: an entry here. */
const styles: Readonly<Record<string, (date: DateTime, locale: string) => string>> = {
  /** 21st November 2026 */
  long: (date, locale) =>
    isEnglish(locale)
      ? `${date.day}${suffixes[ordinals.select(date.day)] ?? "th"} ${date.toFormat("MMMM yyyy")}`
      : date.toFormat("d MMMM yyyy"),
  /** 21-Nov-2026 14:05 */
  moment: (date) => date.toFormat("dd-MMM-yyyy HH:mm"),
  /** 21 Nov, 2026 02:05:PM; outside English by the 24-hour clock, since other languages borrow AM and PM. */
  full: (date, locale) =>
    isEnglish(locale)
      ? date.toFormat("dd MMM, yyyy hh:mm:") + date.toFormat("a").toUpperCase()
      : date.toFormat("dd MMM, yyyy HH:mm"),
  /** 21-11-2026 */
  short: shortStyle,
};

/** The names of the styles, for the check. */
export const dateStyles: readonly string[] = Object.keys(styles);

/**
 * A moment (ISO 8601), `yyyy-MM-dd` or `dd-MM-yyyy` for people. A moment is told in the candidate's
 * zone, a calendar date in none. Empty for what is no date; an unknown style is "short".
 */
export function formatDate(value: unknown, style: string, { locale, zone }: DatePlace): string {
  const date = toDateTime(value, zone);
  if (!date?.isValid) return "";
  const write = findOwn(styles, style) ?? shortStyle;
  return write(date.setLocale(locale), locale);
}

function toDateTime(value: unknown, zone: string): DateTime | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d{2}-\d{2}-\d{4}$/.test(value)) return DateTime.fromFormat(value, "dd-MM-yyyy", { zone: "utc", locale: "en" });
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return DateTime.fromISO(value, { zone: "utc" });
  return DateTime.fromISO(value, { zone: "utc" }).setZone(zone);
}
