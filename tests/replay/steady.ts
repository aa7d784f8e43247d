import { DateTime } from "luxon";

/** A day as pages write it: "23rd November 2026", "23-Nov-2026 04:51", in any language that they speak. */
const day = /(\d{1,2})(?:st|nd|rd|th)?([ -])(\p{L}[\p{L}\p{M}]*)\2(\d{4})(?: \d{2}:\d{2})?/gu;
const formats = ["d LLLL yyyy", "d LLL yyyy"];

/** A line with its days counted from `now`, "{today-25}": the same whenever it is read. What is no day stays. */
export function toSteady(line: string, now: DateTime, locales: readonly string[]): string {
  return line.replace(day, (whole, number: string, _between, month: string, year: string) => {
    const date = readDay(`${number} ${month} ${year}`, now.zoneName ?? "utc", locales);
    if (!date) return whole;
    const days = Math.round(date.diff(now.startOf("day"), "days").days);
    return days === 0 ? "{today}" : `{today${days > 0 ? "+" : ""}${days}}`;
  });
}

function readDay(text: string, zone: string, locales: readonly string[]): DateTime | undefined {
  for (const locale of locales)
    for (const format of formats) {
      const date = DateTime.fromFormat(text, format, { zone, locale });
      if (date.isValid) return date;
    }
  return undefined;
}
