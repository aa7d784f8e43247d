import type { TextKey } from "#engine/documents/text-keys.ts";
import { toMilliseconds } from "./moments.ts";

/** How long ago something was: a key of catalogues/texts, and the number that fills its gap. */
export interface RelativeTime {
  readonly key: TextKey;
  readonly n: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

/** Rows from short to long: `below` in milliseconds, the words for one and for many. */
const rows: readonly {
  readonly below: number;
  readonly unit: number;
  readonly one: TextKey;
  readonly many: TextKey;
}[] = [
  { below: hour, unit: minute, one: "time.minutes-ago", many: "time.minutes-ago" },
  { below: day, unit: hour, one: "time.hours-ago", many: "time.hours-ago" },
  { below: month, unit: day, one: "time.day-ago", many: "time.days-ago" },
  { below: year, unit: month, one: "time.month-ago", many: "time.months-ago" },
  { below: Infinity, unit: year, one: "time.year-ago", many: "time.years-ago" },
];

/** How long ago a moment was, both ISO 8601. A moment that is yet to come was a few seconds ago; undefined for no moment. */
export function toRelativeTime(moment: string, now: string): RelativeTime | undefined {
  const [from, to] = [toMilliseconds(moment), toMilliseconds(now)];
  if (from === undefined || to === undefined) return undefined;
  const passed = to - from;
  if (passed < minute) return { key: "time.seconds-ago", n: 0 };
  const row = rows.find(({ below }) => passed < below);
  if (!row) return undefined;
  const n = Math.floor(passed / row.unit);
  return { key: n === 1 ? row.one : row.many, n };
}

/** 'a few seconds ago', '5 min ago', … as `words` says them; empty for no moment. */
export function formatRelative(
  moment: string,
  now: string,
  words: (key: TextKey, values: { n: number }) => string,
): string {
  const relative = toRelativeTime(moment, now);
  return relative ? words(relative.key, { n: relative.n }) : "";
}
