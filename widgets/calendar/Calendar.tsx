import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { useState, type KeyboardEvent, type ReactElement } from "react";
import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { ChevronLeft20Regular, ChevronRight20Regular } from "@fluentui/react-icons";
import type { DateTime } from "luxon";
import { useControlStyles } from "#widgets/control-styles.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { CellGrid } from "./CellGrid.tsx";
import { clampDate, isWithin, withLocale, type DateRange } from "./date-bounds.ts";
import { views, type View, type ViewModel } from "./views.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", minHeight: 0, outlineStyle: "none" },
  bar: {
    display: "flex",
    columnGap: tokens.spacingHorizontalXS,
    padding: tokens.spacingHorizontalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tab: {
    flexGrow: 1,
    flexBasis: 0,
    minHeight: "44px",
    border: 0,
    borderBottom: "2px solid transparent",
    backgroundColor: "transparent",
    color: tokens.colorNeutralForeground2,
    fontFamily: "inherit",
    fontSize: tokens.fontSizeBase300,
    cursor: "pointer",
    outlineStyle: "none",
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, borderRadius: tokens.borderRadiusMedium },
  },
  current: {
    borderBottomColor: tokens.colorBrandStroke1,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  panel: { display: "flex", flexDirection: "column", flexGrow: 1, minHeight: 0 },
  caption: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    paddingInline: tokens.spacingHorizontalS,
    fontWeight: tokens.fontWeightSemibold,
  },
  arrow: { minWidth: "44px", minHeight: "44px", ":dir(rtl)": { transform: "scaleX(-1)" } },
  footer: {
    display: "flex",
    justifyContent: "flex-end",
    padding: tokens.spacingHorizontalXS,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Views in drill-down order, with the text keys of grid and tab. */
const order: readonly { view: View; grid: TextKey; tab: TextKey }[] = [
  { view: "year", grid: "date.years", tab: "date.year" },
  { view: "month", grid: "date.months", tab: "date.month" },
  { view: "day", grid: "date.days", tab: "date.day" },
];

export interface CalendarProps {
  selected?: DateTime;
  today: DateTime;
  range: DateRange;
  locale: string;
  /** Shows tabs above the grid; without them, in low windows, the caption goes back. */
  tabs: boolean;
  text: WidgetText;
  onPick(date: DateTime): void;
  onClear?(): void;
}

/** Years, then months, then days; picking a day ends it. The caller handles Escape and focus. */
export function Calendar({ selected, today, range, locale, tabs, text, onPick, onClear }: CalendarProps) {
  const styles = useStyles();
  const controls = useControlStyles();
  const [view, setView] = useState<View>("year");
  const [cursor, setCursor] = useState(() => clampDate(selected ?? today, range));
  const model = views[view];
  const step = order.findIndex((entry) => entry.view === view);
  const keyOf = (date: DateTime | undefined) => date?.startOf(view).toISODate() ?? undefined;

  const pick = (date: DateTime) => {
    const picked = clampDate(
      view === "day"
        ? date
        : date.set({
            day: Math.min(cursor.day, date.daysInMonth ?? 28),
            ...(view === "year" ? { month: cursor.month } : {}),
          }),
      range,
    );
    setCursor(picked);
    if (model.next) setView(model.next);
    else onPick(picked);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const moved = model.move(cursor, rtl ? (mirrored[event.key] ?? event.key) : event.key, event.shiftKey, locale);
    if (!moved) return;
    event.preventDefault();
    setCursor(clampDate(moved, range));
  };

  return (
    <div className={styles.root}>
      {tabs ? (
        <div className={styles.bar} role="tablist">
          {order.map((entry) => (
            <button
              key={entry.view}
              type="button"
              className={mergeClasses(styles.tab, entry.view === view && styles.current)}
              role="tab"
              aria-selected={entry.view === view}
              onClick={() => setView(entry.view)}
            >
              {text(entry.tab)}
            </button>
          ))}
        </div>
      ) : null}
      {model.caption ? (
        <Caption
          cursor={withLocale(cursor, locale)}
          caption={model.caption}
          range={range}
          text={text}
          onMove={setCursor}
          onBack={tabs ? undefined : () => setView(order[step - 1]?.view ?? "year")}
        />
      ) : null}
      <div className={styles.panel} onKeyDown={onKeyDown}>
        <CellGrid
          name={text(order[step]?.grid ?? "date.days")}
          columns={model.columns}
          headings={model.headings(locale)}
          cells={model.cells(cursor, range, locale)}
          focus={keyOf(cursor) ?? ""}
          selected={keyOf(selected)}
          now={keyOf(today)}
          onPick={pick}
        />
      </div>
      {onClear ? (
        <div className={styles.footer}>
          <Button className={controls.link} appearance="transparent" onClick={onClear}>
            {text("date.clear")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface CaptionProps {
  cursor: DateTime;
  caption: NonNullable<ViewModel["caption"]>;
  range: DateRange;
  text: WidgetText;
  onMove(cursor: DateTime): void;
  onBack?: () => void;
}

function Caption({ cursor, caption, range, text, onMove, onBack }: CaptionProps) {
  const styles = useStyles();
  const controls = useControlStyles();
  const arrow = (by: number, name: string, icon: ReactElement) => {
    const target = cursor.plus({ [caption.step]: by });
    const unit = caption.step === "years" ? "year" : "month";
    return (
      <Button
        className={styles.arrow}
        appearance="subtle"
        icon={icon}
        aria-label={name}
        disabled={!isWithin(target, unit, range)}
        onClick={() => onMove(clampDate(target, range))}
      />
    );
  };
  const words = <span aria-live="polite">{cursor.toFormat(caption.format)}</span>;
  return (
    <div className={styles.caption}>
      {arrow(-1, text("date.previous"), <ChevronLeft20Regular />)}
      {onBack ? (
        <Button className={controls.link} appearance="transparent" onClick={onBack}>
          {words}
        </Button>
      ) : (
        words
      )}
      {arrow(1, text("date.next"), <ChevronRight20Regular />)}
    </div>
  );
}

/** Left and right are swapped in right-to-left pages. */
const mirrored: Readonly<Record<string, string>> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };
