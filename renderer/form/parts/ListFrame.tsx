import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { ArrowDown20Regular, ArrowUp20Regular, Delete20Regular } from "@fluentui/react-icons";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ListModel } from "#engine/core/form/lists.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import { toErrorId, toFieldId, useHost, useListView, useSectionView } from "./host-context.ts";
import { useHostStyles } from "./host-styles.ts";
import type { RowGroup } from "./section-groups.ts";

const useStyles = makeStyles({
  rows: { display: "flex", flexDirection: "column", rowGap: tokens.spacingVerticalL },
  row: {
    minWidth: 0,
    margin: 0,
    padding: "16px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    display: "flex",
    flexDirection: "column",
    rowGap: tokens.spacingVerticalXL,
  },
  head: { display: "flex", alignItems: "center", columnGap: tokens.spacingHorizontalXS, minHeight: "44px" },
  name: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: "anywhere",
  },
  icon: { minWidth: "44px", minHeight: "44px" },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
  error: { margin: 0, color: tokens.colorPaletteRedForeground1 },
  add: { minHeight: "44px", alignSelf: "start", "@media (max-width: 599px)": { alignSelf: "stretch" } },
  notice: { margin: 0, display: "flex", flexWrap: "wrap", columnGap: tokens.spacingHorizontalM, minHeight: "24px" },
});

interface ListFrameProps {
  list: ListModel;
  rows: readonly RowGroup[];
  /** Draws the sections of a row. */
  children(row: RowGroup): ReactNode;
}

/** A repeating group: a card for each row, with buttons to move and remove it, and one to add another. */
export function ListFrame({ list, rows, children }: ListFrameProps): ReactNode {
  const styles = useStyles();
  const hostStyles = useHostStyles();
  const { store, text, idPrefix } = useHost();
  const view = useListView(list.pointer);
  const frame = useRef<HTMLFieldSetElement>(null);
  const [removed, setRemoved] = useState<{ name: string; restore(): void }>();
  const focus = useFocusAfterChange(frame);
  if (!view.visible) return null;
  const id = toFieldId(idPrefix, list.pointer);
  const whenIdle = (act: () => void) => () => {
    if (!store.isListBusy(list)) act();
  };
  const move = (index: number, step: -1 | 1) =>
    whenIdle(() => {
      store.moveRow(list, index, step);
      focus(
        `[data-row="${index + step}"] [data-move="${step}"]:not(:disabled), [data-row="${index + step}"] [data-move]:not(:disabled)`,
      );
    });
  const remove = (index: number, name: string) =>
    whenIdle(() => {
      setRemoved({ name, restore: store.removeRow(list, index) });
      focus("[role=status] button");
    });
  const add = whenIdle(() => {
    setRemoved(undefined);
    store.addRow(list);
    focus(`[data-row="${view.rows}"] :is(input, select, textarea, button:not([data-head]))`);
  });
  return (
    <fieldset
      ref={frame}
      id={id}
      className={hostStyles.group}
      aria-describedby={view.error ? toErrorId(id) : undefined}
    >
      {view.title && <legend className={hostStyles.legend}>{view.title}</legend>}
      {view.hint && <p className={styles.hint}>{view.hint}</p>}
      <div className={styles.rows}>
        {rows.slice(0, view.rows).map((row) => (
          <Row
            key={row.index}
            row={row}
            count={view.rows}
            canRemove={view.rows > list.min}
            onMove={(step) => move(row.index, step)()}
            onRemove={(name) => remove(row.index, name)()}
          >
            {children(row)}
          </Row>
        ))}
      </div>
      <p role="status" className={styles.notice}>
        {removed && (
          <>
            {text("list.removed", { name: removed.name })}
            <TextLink
              inline
              onClick={() => {
                removed.restore();
                setRemoved(undefined);
              }}
            >
              {text("list.undo")}
            </TextLink>
          </>
        )}
      </p>
      {view.error && (
        <p id={toErrorId(id)} className={styles.error}>
          {view.error}
        </p>
      )}
      {view.rows < list.max ? (
        <Button type="button" className={styles.add} onClick={add}>
          {view.add}
        </Button>
      ) : (
        <p className={styles.hint}>{text("list.full", { n: list.max })}</p>
      )}
    </fieldset>
  );
}

interface RowProps {
  row: RowGroup;
  count: number;
  canRemove: boolean;
  onMove(step: -1 | 1): void;
  onRemove(name: string): void;
  children: ReactNode;
}

/** The card of a row: its heading with buttons, and its fields. */
function Row({ row, count, canRemove, onMove, onRemove, children }: RowProps): ReactNode {
  const styles = useStyles();
  const { text } = useHost();
  const { title } = useSectionView(row.lead.id);
  const buttons = [
    { step: -1, label: text("list.move-up", { name: title }), icon: <ArrowUp20Regular />, disabled: row.index === 0 },
    {
      step: 1,
      label: text("list.move-down", { name: title }),
      icon: <ArrowDown20Regular />,
      disabled: row.index === count - 1,
    },
  ] as const;
  return (
    <fieldset data-row={row.index} className={styles.row} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.name}>{title}</h3>
        {count > 1 &&
          buttons.map(({ step, label, icon, disabled }) => (
            <Button
              key={step}
              type="button"
              appearance="subtle"
              data-head
              data-move={step}
              className={styles.icon}
              aria-label={label}
              icon={icon}
              disabled={disabled}
              onClick={() => onMove(step)}
            />
          ))}
        {canRemove && (
          <Button
            type="button"
            appearance="subtle"
            data-head
            className={styles.icon}
            aria-label={text("list.remove", { name: title })}
            icon={<Delete20Regular />}
            onClick={() => onRemove(title)}
          />
        )}
      </div>
      {children}
    </fieldset>
  );
}

/** Returns a function that focuses the first match inside the frame after the next change is drawn. */
function useFocusAfterChange(frame: { readonly current: HTMLElement | null }): (selector: string) => void {
  const [wanted, setWanted] = useState<{ selector: string }>();
  useEffect(() => {
    if (wanted) frame.current?.querySelector<HTMLElement>(wanted.selector)?.focus();
  }, [wanted, frame]);
  return (selector) => setWanted({ selector });
}
