import { toMilliseconds } from "./moments.ts";

/** A relative time as a text of the documents: English words as the key, `{n}` filled from `with.n`. */
export interface RelativeTime {
  readonly text: string;
  readonly with: { readonly n: number };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

/** Rows from short to long: `below` in milliseconds, the words for one and for many (D-59). */
const rows: readonly { readonly below: number; readonly unit: number; readonly one: string; readonly many: string }[] = [
  { below: hour, unit: minute, one: "{n} min ago", many: "{n} min ago" },
  { below: day, unit: hour, one: "{n} hr ago", many: "{n} hr ago" },
  { below: month, unit: day, one: "a day ago", many: "{n} days ago" },
  { below: year, unit: month, one: "a month ago", many: "{n} months ago" },
  { below: Infinity, unit: year, one: "a year ago", many: "{n} years ago" },
];

/** All sentences that `toRelativeTime` can answer with, for the locales. */
export const relativeTimeSentences: readonly string[] = ["a few seconds ago", ...new Set(rows.flatMap(({ one, many }) => [one, many]))];

/** How long ago a moment was, both ISO 8601. A moment that is yet to come was a few seconds ago; undefined for no moment. */
export function toRelativeTime(moment: string, now: string): RelativeTime | undefined {
  const [from, to] = [toMilliseconds(moment), toMilliseconds(now)];
  if (from === undefined || to === undefined) return undefined;
  const passed = to - from;
  if (passed < minute) return { text: "a few seconds ago", with: { n: 0 } };
  const row = rows.find(({ below }) => passed < below);
  if (!row) return undefined;
  const n = Math.floor(passed / row.unit);
  return { text: n === 1 ? row.one : row.many, with: { n } };
}

/** 'a few seconds ago', '5 min ago', … in the words of `translate`; empty for no moment. */
export function formatRelative(moment: string, now: string, translate: (english: string) => string = (english) => english): string {
  const relative = toRelativeTime(moment, now);
  return relative ? translate(relative.text).replaceAll("{n}", String(relative.with.n)) : "";
}
