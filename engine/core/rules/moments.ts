const dayFirst = /^(\d{2})-(\d{2})-(\d{4})$/;
const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/;
const moment = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 moment or a date (`yyyy-MM-dd`, `dd-MM-yyyy`); undefined for anything else. A
 * date is midnight UTC; a moment without a time zone is UTC.
 */
export function toMilliseconds(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const date = dayFirst.exec(value);
  if (date) return calendarDay(Number(date[3]), Number(date[2]), Number(date[1]));
  const iso = yearFirst.exec(value) ?? moment.exec(value);
  if (!iso) return undefined;
  const day = calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (day === undefined || iso.length === 4) return day;
  const parsed = Date.parse(iso[6] ? value : `${value}Z`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function calendarDay(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month - 1, day);
  const back = new Date(time);
  const same = back.getUTCFullYear() === year && back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
  return same ? time : undefined;
}
