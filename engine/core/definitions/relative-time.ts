import { toMilliseconds } from "#engine/core/rules/moments.ts";
import type { TextKey } from "./text-keys.ts";

/** A relative time: a key of catalogues/texts, and the number for its placeholder. */
export interface RelativeTime {
  readonly key: TextKey;
  readonly n: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

/** Rows from short to long: `below` in milliseconds, and the keys for singular and plural. */
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

/** Time since a moment (both ISO 8601). A future moment counts as a few seconds ago; undefined without a moment. */
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

/** Formats a relative time ('a few seconds ago', '5 min ago', …); "" without a moment. */
export function formatRelative(
  moment: string,
  now: string,
  words: (key: TextKey, values: { n: number }) => string,
): string {
  const relative = toRelativeTime(moment, now);
  return relative ? words(relative.key, { n: relative.n }) : "";
}
