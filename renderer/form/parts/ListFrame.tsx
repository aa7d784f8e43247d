import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { ArrowDown20Regular, ArrowUp20Regular, Delete20Regular } from "@fluentui/react-icons";
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { SectionModel } from "#engine/core/form/form-model.ts";
import type { ListModel } from "#engine/core/form/lists.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import { toErrorId, toFieldId, useAnySection, useHost, useListView, useSectionView } from "./host-context.ts";
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
  // The browser lays out only the cards near the viewport; the padding keeps focus rings inside the clip.
  many: { contentVisibility: "auto" },
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
  draw(row: RowGroup): ReactNode;
  /** Rows that are not mounted yet follow after the first paint. */
  isMounted(section: SectionModel): boolean;
}

/** A repeating group: a card for each row, with buttons to move and remove it, and one to add another. */
export function ListFrame({ list, rows, draw, isMounted }: ListFrameProps): ReactNode {
  const styles = useStyles();
  const hostStyles = useHostStyles();
  const { text, idPrefix } = useHost();
  const view = useListView(list.pointer);
  const { frame, removed, move, remove, restore, add } = useRowChanges(list, view.rows);
  const latest = useRef({ move, remove });
  useEffect(() => {
    latest.current = { move, remove };
  });
  const changes = useMemo(
    (): RowChanges => ({
      move: (index, step) => latest.current.move(index, step),
      remove: (index, name) => latest.current.remove(index, name),
    }),
    [],
  );
  if (!view.visible) return null;
  const id = toFieldId(idPrefix, list.pointer);
  const errorId = view.error ? toErrorId(id) : undefined;
  return (
    <fieldset ref={frame} id={id} className={hostStyles.group} aria-describedby={errorId}>
      {view.title && <legend className={hostStyles.legend}>{view.title}</legend>}
      {view.hint && <p className={styles.hint}>{view.hint}</p>}
      <div className={styles.rows}>
        {rows
          .slice(0, view.rows)
          .filter(({ lead }) => isMounted(lead))
          .map((row) => (
            <Row
              key={row.index}
              row={row}
              count={view.rows}
              canRemove={view.rows > list.min && !view.isFixed}
              isFixed={view.isFixed}
              changes={changes}
            >
              {draw(row)}
            </Row>
          ))}
      </div>
      <p role="status" className={styles.notice}>
        {removed !== undefined && (
          <>
            {text("list.removed", { name: removed })}
            <TextLink inline onClick={restore}>
              {text("list.undo")}
            </TextLink>
          </>
        )}
      </p>
      {view.error && (
        <p id={errorId} className={styles.error}>
          {view.error}
        </p>
      )}
      {view.isFixed ? null : view.rows < list.max ? (
        <Button type="button" className={styles.add} onClick={add}>
          {view.add}
        </Button>
      ) : (
        <p className={styles.hint}>{text("list.full", { n: list.max })}</p>
      )}
    </fieldset>
  );
}

/** Changes the rows of a list, and moves the focus to where the user goes on. An upload keeps rows in their places. */
function useRowChanges(list: ListModel, count: number) {
  const { store } = useHost();
  const frame = useRef<HTMLFieldSetElement>(null);
  const [removed, setRemoved] = useState<{ name: string; restore(): void }>();
  const focus = useFocusAfterChange(frame);
  const change = (next: typeof removed, act: () => void) => {
    if (store.isListBusy(list)) return;
    act();
    setRemoved(next);
  };
  return {
    frame,
    removed: removed?.name,
    move: (index: number, step: -1 | 1) =>
      change(undefined, () => {
        store.moveRow(list, index, step);
        const buttons = `[data-row="${index + step}"] [data-move`;
        focus(`${buttons}="${step}"]:not(:disabled)`, `${buttons}]:not(:disabled)`);
      }),
    remove: (index: number, name: string) => {
      if (store.isListBusy(list)) return;
      setRemoved({ name, restore: store.removeRow(list, index) });
      focus("[role=status] button");
    },
    restore: () =>
      change(undefined, () => {
        removed?.restore();
        focus(`[data-row="${count}"] [data-head]`);
      }),
    add: () =>
      change(undefined, () => {
        store.addRow(list);
        focus(`[data-row="${count}"] :is(input, select, textarea, button:not([data-head]))`);
      }),
  };
}

/** Changes of rows. The object stays the same, so that an unchanged heading is not drawn again. */
interface RowChanges {
  move(index: number, step: -1 | 1): void;
  remove(index: number, name: string): void;
}

interface RowProps {
  row: RowGroup;
  count: number;
  canRemove: boolean;
  isFixed: boolean;
  changes: RowChanges;
  children: ReactNode;
}

/** The card of a row: its heading with buttons, and its fields. */
function Row({ row, count, canRemove, isFixed, changes, children }: RowProps): ReactNode {
  const styles = useStyles();
  const { title } = useSectionView(row.lead.id);
  const isShown = useAnySection(useMemo(() => row.groups.flatMap(({ members }) => members), [row]));
  if (isFixed && !isShown) return null;
  const isLong = count > shortList;
  return (
    <fieldset
      data-row={row.index}
      className={mergeClasses(styles.row, isLong && styles.many)}
      style={isLong ? { containIntrinsicBlockSize: `auto ${toHeight(row)}px` } : undefined}
      aria-label={title}
    >
      <RowHead
        title={title}
        index={row.index}
        isLast={row.index === count - 1}
        canMove={count > 1 && !isFixed}
        canRemove={canRemove}
        changes={changes}
      />
      {children}
    </fieldset>
  );
}

/** The number of rows from which on the browser skips those out of view. */
const shortList = 4;

/** About the height of a row: its fields, its heading and its padding. */
const toHeight = ({ groups }: RowGroup): number =>
  groups.flatMap(({ members }) => members.flatMap(({ fields }) => fields)).length * 92 + 76;

interface RowHeadProps {
  title: string;
  index: number;
  isLast: boolean;
  canMove: boolean;
  canRemove: boolean;
  changes: RowChanges;
}

/** The heading of a row with its buttons: drawn again only when it changes, because a list has up to 50. */
const RowHead = memo(function RowHead({ title, index, isLast, canMove, canRemove, changes }: RowHeadProps) {
  const styles = useStyles();
  const { text } = useHost();
  const buttons = [
    { step: -1, label: text("list.move-up", { name: title }), icon: <ArrowUp20Regular />, disabled: index === 0 },
    { step: 1, label: text("list.move-down", { name: title }), icon: <ArrowDown20Regular />, disabled: isLast },
  ] as const;
  return (
    <div className={styles.head}>
      <h3 className={styles.name}>{title}</h3>
      {canMove &&
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
            onClick={() => changes.move(index, step)}
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
          onClick={() => changes.remove(index, title)}
        />
      )}
    </div>
  );
});

/** Returns a function that focuses, after the next change is drawn, what the first fitting selector finds. */
function useFocusAfterChange(frame: { readonly current: HTMLElement | null }): (...selectors: string[]) => void {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  useEffect(() => {
    const found = wanted.map((selector) => frame.current?.querySelector<HTMLElement>(selector));
    found.find((element) => element)?.focus();
  }, [wanted, frame]);
  return (...selectors) => setWanted(selectors);
}
