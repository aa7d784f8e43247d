import { useEffect, useRef } from "react";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { DateTime } from "luxon";
import type { Cell } from "./views.ts";

const useStyles = makeStyles({
  grid: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: "auto",
    overscrollBehavior: "contain",
    padding: tokens.spacingHorizontalS,
    outlineStyle: "none",
  },
  row: { display: "grid", gap: "2px" },
  heading: {
    padding: tokens.spacingVerticalXS,
    textAlign: "center",
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  cell: {
    boxSizing: "border-box",
    minHeight: "44px",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    border: "1px solid transparent",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: "transparent",
    color: tokens.colorNeutralForeground1,
    fontFamily: "inherit",
    fontSize: tokens.fontSizeBase300,
    fontVariantNumeric: "tabular-nums",
    cursor: "pointer",
    outlineStyle: "none",
    "@media (hover: hover)": { ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover } },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "-2px" },
  },
  now: { border: `1px solid ${tokens.colorBrandStroke1}` },
  selected: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
    "@media (hover: hover)": { ":hover": { backgroundColor: tokens.colorBrandBackgroundHover } },
  },
  disabled: { color: tokens.colorNeutralForegroundDisabled, cursor: "default" },
});

export interface CellGridProps {
  name: string;
  columns: number;
  headings: readonly { short: string; name: string }[];
  cells: readonly Cell[];
  /** Keys of the focused, the selected and today's cell. */
  focus: string;
  selected?: string;
  now?: string;
  onPick(date: DateTime): void;
}

/** A grid of years, months or days with a roving tab index. */
export function CellGrid({ name, columns, headings, cells, focus, selected, now, onPick }: CellGridProps) {
  const styles = useStyles();
  const grid = useRef<HTMLDivElement>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const box = grid.current;
    const cell = box?.querySelector<HTMLElement>("[tabindex='0']");
    if (!cell || !box) return;
    const elsewhere =
      shown.current === name && document.activeElement !== document.body && !box.contains(document.activeElement);
    shown.current = name;
    if (!elsewhere) cell.focus({ preventScroll: true }); // the arrow buttons above keep the focus
    const above = cell.offsetTop - box.offsetTop;
    if (above < box.scrollTop + 44 || above + cell.offsetHeight > box.scrollTop + box.clientHeight - 44)
      box.scrollTop = above - box.clientHeight / 2 + cell.offsetHeight / 2;
  }, [focus, name]);
  const template = { gridTemplateColumns: `repeat(${columns}, 1fr)` };
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, index) =>
    cells.slice(index * columns, (index + 1) * columns),
  );
  return (
    <div ref={grid} role="grid" aria-label={name} className={styles.grid}>
      {headings.length ? (
        <div role="row" className={styles.row} style={template}>
          {headings.map((heading) => (
            <span key={heading.name} role="columnheader" aria-label={heading.name} className={styles.heading}>
              {heading.short}
            </span>
          ))}
        </div>
      ) : null}
      {rows.map((row, index) => (
        <div key={index} role="row" className={styles.row} style={template}>
          {row.map((cell) => {
            const { date } = cell;
            if (!date) return <span key={cell.key} role="gridcell" />;
            return (
              <button
                key={cell.key}
                type="button"
                role="gridcell"
                aria-description={cell.description}
                aria-selected={cell.key === selected}
                aria-current={cell.key === now ? "date" : undefined}
                aria-disabled={cell.disabled || undefined}
                tabIndex={cell.key === focus ? 0 : -1}
                className={mergeClasses(
                  styles.cell,
                  cell.key === now && styles.now,
                  cell.disabled && styles.disabled,
                  cell.key === selected && styles.selected,
                )}
                onClick={() => {
                  if (!cell.disabled) onPick(date);
                }}
              >
                {cell.label}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
