import { DateTime, Info } from "luxon";
import { isWithin, withLocale, type DateRange } from "./date-bounds.ts";

export type View = "year" | "month" | "day";

/** One cell of a grid; days before the first of the month are empty cells. */
export interface Cell {
  readonly key: string;
  readonly date?: DateTime;
  readonly label: string;
  readonly description?: string;
  readonly disabled: boolean;
}

/**
 * The content of a view around the cursor, and the cursor after a key. Years, months, days: a birth year is three
 * presses away.
 */
export interface ViewModel {
  readonly columns: number;
  /** Column headings, short and full; only days have them. */
  headings(locale: string): readonly { short: string; name: string }[];
  cells(cursor: DateTime, range: DateRange, locale: string): readonly Cell[];
  move(cursor: DateTime, key: string, shift: boolean, locale: string): DateTime | undefined;
  /** Caption of the visible part ("August 2019") and the step of its arrows. The year view has no caption. */
  readonly caption?: { readonly format: string; readonly step: "years" | "months" };
  readonly next?: View;
}

const yearColumns = 4;
const monthColumns = 3;

const toCell = (date: DateTime, unit: View, label: string, range: DateRange): Cell => ({
  key: date.toISODate() ?? label,
  date,
  label,
  disabled: !isWithin(date, unit, range),
});

const year: ViewModel = {
  columns: yearColumns,
  next: "month",
  headings: () => [],
  cells: (_, range) =>
    Array.from({ length: range.max.year - range.min.year + 1 }, (_unused, index) => {
      const date = DateTime.utc(range.min.year + index);
      return toCell(date, "year", String(date.year), range);
    }),
  move: (cursor, key) =>
    moveBy(cursor, key, "years", yearColumns, { PageUp: -5 * yearColumns, PageDown: 5 * yearColumns }),
};

const month: ViewModel = {
  columns: monthColumns,
  caption: { format: "yyyy", step: "years" },
  next: "day",
  headings: () => [],
  cells: (cursor, range, locale) =>
    Array.from({ length: 12 }, (_unused, index) => {
      const date = withLocale(DateTime.utc(cursor.year, index + 1), locale);
      return toCell(date, "month", date.toFormat("LLLL"), range);
    }),
  move: (cursor, key) => {
    const column = (cursor.month - 1) % monthColumns;
    if (key === "Home") return cursor.minus({ months: column });
    if (key === "End") return cursor.plus({ months: monthColumns - 1 - column });
    return moveBy(cursor, key, "months", monthColumns, { PageUp: -12, PageDown: 12 });
  },
};

const day: ViewModel = {
  columns: 7,
  caption: { format: "LLLL yyyy", step: "months" },
  headings: (locale) => {
    const short = Info.weekdays("narrow", { locale });
    const full = Info.weekdays("long", { locale });
    return Array.from({ length: 7 }, (_unused, index) => {
      const weekday = (index + toWeekStart(locale) - 1) % 7;
      return { short: short[weekday] ?? "", name: full[weekday] ?? "" };
    });
  },
  cells: (cursor, range, locale) => {
    const first = withLocale(cursor.startOf("month"), locale);
    const gaps = (first.weekday - toWeekStart(locale) + 7) % 7;
    return [
      ...Array.from({ length: gaps }, (_unused, index): Cell => ({ key: `gap-${index}`, label: "", disabled: true })),
      ...Array.from({ length: first.daysInMonth ?? 30 }, (_unused, index) => {
        const date = first.plus({ days: index });
        return { ...toCell(date, "day", String(date.day), range), description: date.toFormat("cccc d LLLL yyyy") };
      }),
    ];
  },
  move: (cursor, key, shift, locale) => {
    const column = (cursor.weekday - toWeekStart(locale) + 7) % 7;
    if (key === "Home") return cursor.minus({ days: column });
    if (key === "End") return cursor.plus({ days: 6 - column });
    if (key === "PageUp") return cursor.minus(shift ? { years: 1 } : { months: 1 });
    if (key === "PageDown") return cursor.plus(shift ? { years: 1 } : { months: 1 });
    return moveBy(cursor, key, "days", 7, {});
  },
};

export const views: Readonly<Record<View, ViewModel>> = { year, month, day };

/** Moves for arrow keys, which the caller mirrors for right-to-left, and for other keys with a fixed step. */
function moveBy(
  cursor: DateTime,
  key: string,
  unit: "years" | "months" | "days",
  columns: number,
  others: Record<string, number>,
): DateTime | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    ...others,
  };
  const step = steps[key];
  return step === undefined ? undefined : cursor.plus({ [unit]: step });
}

/** First day of the week in this language; 1 is Monday, and India begins on Sunday. */
function toWeekStart(locale: string): number {
  return Info.getStartOfWeek({ locale });
}
