import { Button, Checkbox, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useRef, useState } from "react";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { Spinner } from "#renderer/shell/Loading.tsx";
import { useKeys } from "#renderer/shell/use-keys.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import type { BlockProps } from "./block.ts";
import { Chip } from "./parts/Chip.tsx";
import { getItemKey, type Item } from "./parts/items.ts";
import { cellProps, contract, markProps, rowProps } from "./parts/table-contract.ts";
import { toTone } from "./parts/tones.ts";

export { contract };

const line = {
  borderBlockEndWidth: "1px",
  borderBlockEndStyle: "solid",
  borderBlockEndColor: tokens.colorNeutralStroke2,
} as const;

const useStyles = makeStyles({
  box: { display: "flex", flexDirection: "column", gap: "12px", minWidth: 0 },
  frame: {
    overflowX: "auto",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    // The scrolling area takes the focus where it is wider than the window.
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "1px" },
  },
  table: { width: "100%", borderCollapse: "collapse", fontSize: tokens.fontSizeBase300 },
  head: {
    ...line,
    padding: "8px 12px",
    textAlign: "start",
    whiteSpace: "nowrap",
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  row: {
    // A link keeps its contrast on it, in the dark too.
    ":hover": { backgroundColor: tokens.colorNeutralBackground2 },
    ":focus-within": {
      backgroundColor: tokens.colorNeutralBackground2,
      boxShadow: `inset 3px 0 0 ${tokens.colorBrandStroke1}`,
    },
    ":last-child > *": { borderBlockEndStyle: "none" },
  },
  cell: {
    ...line,
    height: "44px",
    padding: "4px 12px",
    textAlign: "start",
    whiteSpace: "nowrap",
    fontWeight: tokens.fontWeightRegular,
    lineHeight: tokens.lineHeightBase300,
  },
  main: { fontWeight: tokens.fontWeightSemibold, whiteSpace: "normal" },
  secondary: { "@media (max-width: 999px)": { display: "none" } },
  link: { display: "inline-flex", alignItems: "center", minHeight: "36px" },
  hint: {
    display: "block",
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: "normal",
    color: tokens.colorNeutralForeground2,
  },
  mark: { width: "44px", padding: "0 0 0 4px" },
  actions: {
    display: "flex",
    gap: "8px",
    justifyContent: "flex-end",
    // On a phone the buttons of a row are below each other.
    "@media (max-width: 599px)": { flexWrap: "wrap" },
  },
  action: { minHeight: "36px" },
  hidden: { position: "absolute", width: "1px", height: "1px", overflow: "hidden", clipPath: "inset(50%)" },
  more: { minHeight: "44px", alignSelf: "start" },
  empty: {
    padding: "48px 16px",
    textAlign: "center",
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase300,
    borderRadius: "8px",
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
  },
});

type Columns = ResolvedProps<typeof cellProps>["columns"];

/** Rows in columns, for dense lists that are read all day. A press on the first cell opens the row. */
export function Table({
  of,
  region,
  columns,
  item: row,
  mark,
  markAll,
  marked,
  empty,
  more,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const body = useRef<HTMLTableSectionElement>(null);
  const [isLoading, setLoading] = useState(false);
  const items = (Array.isArray(of) ? of : []) as Item[];
  useRowKeys(body);
  if (items.length === 0)
    return empty ? (
      <section className={styles.empty} aria-label={region}>
        <strong>{empty.title}</strong>
        {empty.text && (
          <>
            <br />
            {empty.text}
          </>
        )}
      </section>
    ) : null;
  const loadMore = async () => {
    setLoading(true);
    await raise("more").finally(() => setLoading(false));
  };
  const marks = toMarks(items, marked, (list) => void raise("mark", { data: { list } }));
  const hasActions = row !== undefined && document.on !== undefined;
  return (
    <section className={styles.box} aria-label={region}>
      <div className={styles.frame} tabIndex={0} role="group" aria-label={region}>
        <table className={styles.table}>
          <Head columns={columns} scope={scope} markAll={markAll} marks={marks} hasActions={hasActions} />
          <tbody ref={body}>
            {items.map((item, index) => (
              <Row
                key={getItemKey(item, index)}
                cells={{ columns }}
                actions={row}
                mark={markAll ? mark : undefined}
                isMarked={marks.list.includes(getItemKey(item, index))}
                toggle={() => marks.toggle(getItemKey(item, index))}
                press={document.on?.["press"]}
                scope={scope.with({ item })}
                isBusy={(event) => scope.isBusy(document.id, event, { item })}
                raise={(event) => void raise(event, { item })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {more && document.on?.["more"] && (
        <Button
          className={styles.more}
          aria-busy={isLoading || undefined}
          {...(isLoading && { icon: <Spinner /> })}
          onClick={() => void loadMore()}
        >
          {more}
        </Button>
      )}
    </section>
  );
}

interface HeadProps {
  columns: BlockProps<typeof contract>["columns"];
  scope: BlockScope;
  markAll: string | undefined;
  marks: ReturnType<typeof toMarks>;
  hasActions: boolean;
}

function Head({ columns, scope, markAll, marks, hasActions }: HeadProps) {
  const styles = useStyles();
  return (
    <thead>
      <tr>
        {markAll && (
          <td className={mergeClasses(styles.head, styles.mark)}>
            <Checkbox checked={marks.all} aria-label={markAll} onChange={marks.toggleAll} />
          </td>
        )}
        {columns.map(({ id, title, secondary }) => (
          <th key={id} scope="col" className={mergeClasses(styles.head, secondary && styles.secondary)}>
            {scope.text(title)}
          </th>
        ))}
        {hasActions && <td className={styles.head} />}
      </tr>
    </thead>
  );
}

interface RowProps {
  cells: Record<string, unknown>;
  actions: Record<string, unknown> | undefined;
  mark: Record<string, unknown> | undefined;
  isMarked: boolean;
  toggle(): void;
  press: Parameters<BlockScope["toHref"]>[0];
  /** The scope with `item`. */
  scope: BlockScope;
  isBusy(event: string): boolean;
  raise(event: string): void;
}

function Row({ cells, actions, mark, isMarked, toggle, press, scope, isBusy, raise }: RowProps) {
  const styles = useStyles();
  const { columns } = resolveProps(cellProps, cells, scope) as { columns: Columns };
  const own = actions && (resolveProps(rowProps, actions, scope) as ResolvedProps<typeof rowProps>);
  const box = mark && (resolveProps(markProps, mark, scope) as ResolvedProps<typeof markProps>);
  const href = scope.toHref(press);
  return (
    <tr className={styles.row}>
      {box && (
        <td className={mergeClasses(styles.cell, styles.mark)}>
          <Checkbox checked={isMarked} aria-label={box.label} onChange={toggle} />
        </td>
      )}
      {columns.map((column, index) => {
        const className = mergeClasses(styles.cell, index === 0 && styles.main, column.secondary && styles.secondary);
        const content = <Cell column={column} />;
        return index === 0 ? (
          <th key={column.id} scope="row" className={className}>
            {press ? (
              <TextLink
                className={styles.link}
                {...(href !== undefined && { href })}
                busy={isBusy("press")}
                onClick={href === undefined ? () => raise("press") : onLinkPress(href, () => raise("press"))}
              >
                {column.text}
              </TextLink>
            ) : (
              column.text
            )}
            {column.hint && <span className={styles.hint}>{column.hint}</span>}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {content}
          </td>
        );
      })}
      {own && (
        <td className={styles.cell}>
          <div className={styles.actions}>
            {(own.actions ?? []).map(({ id, label, about }) => (
              <Button
                key={id}
                size="small"
                className={styles.action}
                aria-label={about}
                aria-busy={isBusy(id) || undefined}
                disabledFocusable={isBusy(id)}
                onClick={() => raise(id)}
              >
                {label}
              </Button>
            ))}
          </div>
        </td>
      )}
    </tr>
  );
}

function Cell({ column: { text, hint, chip, tone } }: { column: Columns[number] }) {
  const styles = useStyles();
  return (
    <>
      {text && <bdi>{text}</bdi>}
      {text && chip && " "}
      {chip && <Chip text={chip} tone={toTone(tone)} />}
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  );
}

/** The marked rows that are shown, and what changes them. */
function toMarks(items: readonly Item[], marked: unknown, change: (list: string[]) => void) {
  const keys = items.map(getItemKey);
  const list = Array.isArray(marked) ? keys.filter((key) => marked.includes(key)) : [];
  const all = list.length === keys.length ? true : list.length > 0 ? ("mixed" as const) : false;
  return {
    list,
    all,
    toggle: (key: string) => change(list.includes(key) ? list.filter((one) => one !== key) : [...list, key]),
    toggleAll: () => change(all === true ? [] : keys),
  };
}

/** j and k move the focus between the rows; at an end it stays. x marks the row. */
function useRowKeys(body: { readonly current: HTMLTableSectionElement | null }): void {
  const move = (step: 1 | -1) => {
    const rows = [...(body.current?.rows ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = at < 0 ? rows[0] : rows[at + step];
    next?.querySelector<HTMLElement>("a, button")?.focus();
  };
  const mark = () => document.activeElement?.closest("tr")?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
  useKeys({ j: () => move(1), k: () => move(-1), x: mark });
}
