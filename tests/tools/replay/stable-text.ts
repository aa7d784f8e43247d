import { DateTime } from "luxon";

/** A day as pages write it: "23rd November 2026", "23-Nov-2026 04:51", in any language that they speak. */
const day = /(\d{1,2})(?:st|nd|rd|th)?([ -])(\p{L}[\p{L}\p{M}]*॰?)\2(\d{4})(?: \d{2}:\d{2})?/gu;
const formats = ["d LLLL yyyy", "d LLL yyyy"];
/** A day in digits: of today it is told, any other may have been typed. */
const digits = /\b\d{2}-\d{2}-\d{4}\b/g;
/** What lies further away is written in a document: it does not move with today. */
const farDays = 400;
/** From here on days are told in weeks: so many working days are more or fewer days, as the week goes. */
const soonDays = 7;
/** What is drawn anew each time: an id of 128 bits (also in an address within an address), and the last digits of a number that is shown in part. */
const id = /(?:(?<=%2F)|(?<![\w-]))(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?![\w-])/g;
/** A moment of these decades in a name, in milliseconds since 1970. */
const moment = /(?<!\d)1[6-9]\d{11}(?!\d)/g;
/** The number of an invoice: counted up in a year of the books, "2026-27/000001". */
const invoiceNumber = /(?<!\d)\d{4}-\d{2}([/-])\d{6}(?!\d)/g;
const lastDigits = /(•+)\d{4}\b/g;

/** Lines of a day and place as they became: most stand there after each step, and in other fixtures too. */
const made = { of: "", lines: new Map<string, string>() };
const madeMax = 20_000;

/** A line with its days counted from `now`, "{today-25}", "{today+2w}", and without what is drawn: the same whenever it is read. What is no day stays. */
export function toStableText(line: string, now: DateTime, locales: readonly string[]): string {
  const of = `${now.zoneName} ${now.year}-${now.ordinal} ${locales.join()}`;
  if (made.of !== of || made.lines.size >= madeMax) Object.assign(made, { of, lines: new Map() });
  const steady = made.lines.get(line) ?? makeSteady(line, now, locales);
  made.lines.set(line, steady);
  return steady;
}

function makeSteady(line: string, now: DateTime, locales: readonly string[]): string {
  const today = now.toFormat("dd-MM-yyyy");
  return line
    .replace(day, (whole, number: string, _between, month: string, year: string) => {
      const date = readDay(`${number} ${month} ${year}`, now.zoneName ?? "utc", locales);
      const days = date && Math.round(date.diff(now.startOf("day"), "days").days);
      if (days === undefined || Math.abs(days) > farDays) return whole;
      if (days === 0) return "{today}";
      return days < soonDays ? `{today${days > 0 ? "+" : ""}${days}}` : `{today+${Math.floor(days / 7)}w}`;
    })
    .replace(digits, (whole) => (whole === today ? "{today}" : whole))
    .replace(id, "{id}")
    .replace(moment, "{moment}")
    .replace(invoiceNumber, "{invoice$1number}")
    .replace(lastDigits, "$1{digits}");
}

const known = new Map<string, DateTime | undefined>();
/** The day that a text says; read once, for luxon makes a pattern of each format anew. */
function readDay(text: string, zone: string, locales: readonly string[]): DateTime | undefined {
  const key = `${zone} ${locales.join()} ${text}`;
  if (!known.has(key)) known.set(key, parseDay(text, zone, locales));
  return known.get(key);
}

function parseDay(text: string, zone: string, locales: readonly string[]): DateTime | undefined {
  for (const locale of locales)
    for (const format of formats) {
      const date = DateTime.fromFormat(text, format, { zone, locale });
      if (date.isValid) return date;
    }
  return undefined;
}
