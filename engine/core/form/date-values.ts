import type { Scope } from "#engine/core/rules/evaluate.ts";

const shapes: Readonly<Record<string, string>> = {
  date: "dd-MM-yyyy",
  "dd-MM-yyyy": "dd-MM-yyyy",
  "yyyy-MM-dd": "yyyy-MM-dd",
};

/** Returns the notation of a date format ("date" is dd-MM-yyyy); undefined for a format that is not a calendar date. */
export function findDateShape(format: string | undefined): string | undefined {
  return format !== undefined && Object.hasOwn(shapes, format) ? shapes[format] : undefined;
}

/** Returns `yyyy-MM-dd` for a date in either notation or the date part of a moment; undefined for an impossible day. */
export function toIsoDate(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const dayFirst = /^(\d{2})-(\d{2})-(\d{4})$/.exec(value);
  const yearFirst = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(value);
  const [year, month, day] = dayFirst ? [dayFirst[3], dayFirst[2], dayFirst[1]] : yearFirst ? yearFirst.slice(1) : [];
  if (!year || !month || !day) return undefined;
  const isDay =
    Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
  return isDay ? `${year}-${month}-${day}` : undefined;
}

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Converts a date to the format of its field. Any other text stays unchanged, and its schema rejects it. */
export function toDateShape(value: string, format: string): string {
  const iso = /^\d{4}-\d{2}-\d{2}$|^\d{2}-\d{2}-\d{4}$/.test(value) ? toIsoDate(value) : undefined;
  if (!iso) return value;
  const [year, month, day] = iso.split("-");
  return findDateShape(format) === "yyyy-MM-dd" ? iso : `${day}-${month}-${year}`;
}

/**
 * First and last calendar day that is "today" at `env.now`. Without `env.timeZone` it is every day that is today
 * somewhere on earth, so that the server never rejects what the page allowed.
 */
export function toToday(scope: Scope): { first: string; last: string } | undefined {
  const env = scope.roots["env"] as { now?: unknown; timeZone?: unknown } | undefined;
  const now = typeof env?.now === "string" || typeof env?.now === "number" ? new Date(env.now) : undefined;
  if (!now || Number.isNaN(now.getTime())) return undefined;
  if (typeof env?.timeZone === "string" && env.timeZone !== "") {
    const today = new Intl.DateTimeFormat("en-CA", {
      timeZone: env.timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }).format(now);
    return { first: today, last: today };
  }
  const dayAt = (offsetHours: number) => new Date(now.getTime() + offsetHours * 3_600_000).toISOString().slice(0, 10);
  return { first: dayAt(-12), last: dayAt(14) };
}

/** Evaluated bounds of a date. */
export interface DateBounds {
  disablePast?: boolean;
  disableFuture?: boolean;
  min?: unknown;
  max?: unknown;
}

/** Returns the bound that a date breaks, or undefined. The default bounds are 1900-01-01 and 2099-12-31. */
export function findBrokenBound(
  value: unknown,
  bounds: DateBounds,
  scope: Scope,
): { keyword: "format" | "past" | "future" | "min" | "max"; limit?: string } | undefined {
  const date = toIsoDate(value);
  if (!date) return { keyword: "format" };
  const today = toToday(scope);
  if (bounds.disableFuture && today && date > today.last) return { keyword: "future" };
  if (bounds.disablePast && today && date < today.first) return { keyword: "past" };
  const min = toIsoDate(bounds.min) ?? "1900-01-01";
  const max = toIsoDate(bounds.max) ?? "2099-12-31";
  if (date < min) return { keyword: "min", limit: toDateShape(min, "date") };
  return date > max ? { keyword: "max", limit: toDateShape(max, "date") } : undefined;
}
