import { DateTime } from "luxon";

/**
 * A day as pages write it in any language: "23rd November 2026", "23-Nov-2026 04:51", "23 Nov, 2026 04:51:AM". An
 * observation has its time as "…".
 */
const day = /(\d{1,2})(?:st|nd|rd|th)?([ -])(\p{L}[\p{L}\p{M}]*॰?),?\2(\d{4})(?: (?:\d{2}:\d{2}|…)(?::[AP]M)?)?/gu;
const formats = ["d LLLL yyyy", "d LLL yyyy"];
/** A day in digits. Only today is replaced, because others may be typed. */
const digits = /\b\d{2}-\d{2}-\d{4}\b/g;
/** Days further away come from a definition and do not move with today, except those whole months away. */
const farDays = 400;
/** From here on days are in weeks, because working days depend on the weekday. */
const soonDays = 7;
/** Random parts: an id of 128 bits (even in an encoded address), and the last digits of a masked number. */
const id = /(?:(?<=%2F)|(?<![\w-]))(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?![\w-])/g;
/** A time in a name, in milliseconds since 1970. */
const moment = /(?<!\d)1[6-9]\d{11}(?!\d)/g;
/** An invoice number, counted within a financial year: "2026-27/000001". */
const invoiceNumber = /(?<!\d)\d{4}-\d{2}([/-])\d{6}(?!\d)/g;
/** A number of requests in the menu: other fixtures make requests, too. */
const menuCount = /(?<=menuitem '\p{L}[\p{L} ]*) \d+(?=')/gu;
const lastDigits = /(•+|…)\d{4}\b/g;

/** A cache of results by day and zone, because most lines repeat. */
const cache = { of: "", lines: new Map<string, string>() };
const maxCachedLines = 20_000;

/**
 * Replaces days by their distance from `now` ("{today-25}", "{today+2w}") and random values by `{id}`. Other text
 * stays.
 */
export function toStableText(line: string, now: DateTime, locales: readonly string[]): string {
  const key = `${now.zoneName} ${now.year}-${now.ordinal} ${locales.join()}`;
  if (cache.of !== key || cache.lines.size >= maxCachedLines) Object.assign(cache, { of: key, lines: new Map() });
  const stable = cache.lines.get(line) ?? replaceVariableText(line, now, locales);
  cache.lines.set(line, stable);
  return stable;
}

function replaceVariableText(line: string, now: DateTime, locales: readonly string[]): string {
  const today = now.toFormat("dd-MM-yyyy");
  return line
    .replace(day, (whole, number: string, _between, month: string, year: string) => {
      const date = readDay(`${number} ${month} ${year}`, now.zoneName ?? "utc", locales);
      const days = date && Math.round(date.diff(now.startOf("day"), "days").days);
      if (days === undefined) return whole;
      if (Math.abs(days) > farDays) return toMonths(date!, now) ?? whole;
      if (days === 0) return "{today}";
      return days < soonDays ? `{today${days > 0 ? "+" : ""}${days}}` : `{today+${Math.floor(days / 7)}w}`;
    })
    .replace(digits, (whole) => (whole === today ? "{today}" : whole))
    .replace(id, "{id}")
    .replace(moment, "{moment}")
    .replace(invoiceNumber, "{invoice$1number}")
    .replace(menuCount, "")
    .replace(lastDigits, "$1{digits}");
}

/** Whole months from today, as the law counts what is kept; undefined for another day. */
function toMonths(date: DateTime, now: DateTime): string | undefined {
  const months = (date.year - now.year) * 12 + date.month - now.month;
  return months > 0 && now.plus({ months }).hasSame(date, "day") ? `{today+${months} months}` : undefined;
}

const parsedDays = new Map<string, DateTime | undefined>();
/** Parses a day, with a cache because luxon compiles each format. */
function readDay(text: string, zone: string, locales: readonly string[]): DateTime | undefined {
  const key = `${zone} ${locales.join()} ${text}`;
  if (!parsedDays.has(key)) parsedDays.set(key, parseDay(text, zone, locales));
  return parsedDays.get(key);
}

function parseDay(text: string, zone: string, locales: readonly string[]): DateTime | undefined {
  for (const locale of locales)
    for (const format of formats) {
      const date = DateTime.fromFormat(text, format, { zone, locale });
      if (date.isValid) return date;
    }
  return undefined;
}
