import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { ChevronRightRegular } from "@fluentui/react-icons";
import { useEffect, useId, useRef, useState, type RefObject } from "react";
import type { Steps } from "#engine/core/definitions/steps.ts";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import type { FileFacts } from "#renderer/data/files.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { Icon } from "#renderer/shell/Icon.tsx";
import { Initials } from "#renderer/shell/Initials.tsx";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { UploadedDocument } from "#renderer/shell/UploadedDocument.tsx";
import { Chip } from "./Chip.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { RowAction } from "./RowAction.tsx";
import { RowDetails } from "./RowDetails.tsx";
import { RowSteps } from "./RowSteps.tsx";
import { contract } from "./list-contract.ts";
import { toTone } from "./tones.ts";

const rowProps = contract.props.item.object;
export type RowDocument = Record<string, unknown>;
type Row = ResolvedProps<typeof rowProps>;
/** A document as in the root `submissions`. */
type ShownDocument = { at: string; label: string; fileUrl: string } & Partial<FileFacts>;

const useStyles = makeStyles({
  row: {
    display: "flex",
    flexDirection: "column",
    gap: "8px",
    padding: "12px 16px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxSizing: "border-box",
    width: "100%",
    textAlign: "start",
    fontFamily: "inherit",
    textDecorationLine: "none",
    transitionProperty: "background-color",
    transitionDuration: "250ms",
    // The background highlights the row; outlines are reserved for pressable elements.
    outlineStyle: "none",
  },
  press: {
    cursor: "pointer",
    boxShadow: tokens.shadow2,
    ":hover": { boxShadow: tokens.shadow8 },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "2px" },
  },
  highlighted: {
    boxShadow: `inset 4px 0 0 ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
    animationDuration: "400ms",
    animationName: { "25%": { transform: "translateX(-4px)" }, "75%": { transform: "translateX(4px)" } },
    "@media (prefers-reduced-motion: reduce)": { animationDuration: "0ms" },
  },
  line: { display: "flex", alignItems: "center", gap: "12px", minHeight: "40px" },
  body: {
    flexGrow: 1,
    minWidth: 0,
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "6px 12px",
  },
  // On a phone a chip alone goes below the text in every row; an amount stays at the edge.
  below: { "@media (max-width: 599px)": { flexDirection: "column", alignItems: "flex-start" } },
  side: {
    display: "flex",
    alignItems: "center",
    gap: "4px 12px",
    flexShrink: 0,
    "@media (max-width: 599px)": { flexDirection: "column", alignItems: "flex-end" },
  },
  still: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  words: { flexGrow: 1, minWidth: 0, display: "flex", flexDirection: "column", gap: "2px" },
  title: { fontSize: "16px", lineHeight: "22px", fontWeight: tokens.fontWeightSemibold, overflowWrap: "anywhere" },
  text: {
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase300,
    fontSize: tokens.fontSizeBase300,
  },
  image: { width: "36px", height: "36px", flexShrink: 0, objectFit: "contain", borderRadius: "8px" },
  icon: { display: "flex", flexShrink: 0, color: tokens.colorBrandForeground1 },
  amounts: { display: "flex", flexDirection: "column", alignItems: "flex-end", fontVariantNumeric: "tabular-nums" },
  before: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  documents: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 240px), 1fr))",
    gap: "12px 16px",
    paddingBlock: "4px",
  },
  actions: { display: "flex", flexWrap: "wrap", gap: "0 8px", marginInlineStart: "-8px", marginBlockEnd: "-8px" },
  fact: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px",
    marginBlock: "-6px",
    marginInlineEnd: "-12px",
    overflowWrap: "anywhere",
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
});

interface ListRowProps {
  row: RowDocument;
  scope: BlockScope;
  press: Steps | undefined;
  selected: boolean;
  isBusy(event: string): boolean;
  raise(event: string): void;
}

export function ListRow({ row: document, scope, press: steps, selected, isBusy, raise }: ListRowProps) {
  const styles = useStyles();
  const { ref, isHighlighted } = useHighlightedRow(selected);
  const details = useId();
  const row = resolveProps(rowProps, document, scope) as Row;
  const press = document["pressable"] === undefined || row.pressable ? steps : undefined;
  const describedBy = row.name && row.lines?.length ? details : undefined;
  const content = <RowContent row={row} scope={scope} pressed={press !== undefined} details={details} />;
  const className = mergeClasses(styles.row, press && styles.press, isHighlighted && styles.highlighted);
  const href = scope.toHref(press);
  const name = row.name || undefined;
  const main = href ? (
    <a
      data-card
      className={className}
      href={href}
      aria-label={name}
      aria-describedby={describedBy}
      onClick={onLinkPress(href, () => raise("press"))}
    >
      {content}
    </a>
  ) : press ? (
    <button
      type="button"
      data-card
      className={className}
      aria-label={name}
      aria-describedby={describedBy}
      aria-busy={isBusy("press") || undefined}
      onClick={() => raise("press")}
    >
      {content}
    </button>
  ) : (
    content
  );
  const documents = (Array.isArray(row.documents) ? row.documents : []) as ShownDocument[];
  if (press && documents.length === 0 && !row.actions?.length && !row.facts?.length) return <div ref={ref}>{main}</div>;
  return (
    <div
      ref={ref}
      data-card
      tabIndex={selected ? -1 : undefined}
      aria-current={selected || undefined}
      className={mergeClasses(styles.row, isHighlighted && styles.highlighted)}
    >
      {content}
      {row.steps && row.steps.length > 0 && <RowSteps steps={row.steps} />}
      {row.facts?.map((fact) => (
        <span key={fact.id} className={styles.fact}>
          {fact.label}: {fact.text}
          {fact.copy && fact.text && <CopyButton label={fact.copy} text={fact.text} uiText={scope.uiText} />}
        </span>
      ))}
      {documents.length > 0 && (
        <span className={styles.documents}>
          {documents.map(({ at, ...file }) => (
            <UploadedDocument key={at + file.fileUrl} {...file} config={scope.config} />
          ))}
        </span>
      )}
      {row.actions && row.actions.length > 0 && (
        <span className={styles.actions}>
          {row.actions.map((action) => (
            <RowAction key={action.id} {...action} busy={isBusy(action.id)} onPress={() => raise(action.id)} />
          ))}
        </span>
      )}
    </div>
  );
}

function RowContent({
  row,
  scope,
  pressed,
  details,
}: {
  row: Row;
  scope: BlockScope;
  pressed: boolean;
  details: string;
}) {
  const styles = useStyles();
  return (
    <span className={styles.line}>
      <Picture row={row} />
      <span className={mergeClasses(styles.body, !row.amount && styles.below)}>
        <span className={styles.words}>
          <span className={styles.title}>
            {row.title} {row.badge && <Chip text={row.badge} tone="info" />}
          </span>
          {row.text && <span className={styles.text}>{row.text}</span>}
          <RowDetails id={details} row={row} scope={scope} />
        </span>
        {(row.chip || row.amount) && (
          <span className={styles.side}>
            {row.chip && <Chip text={row.chip} tone={toTone(row.tone)} />}
            {row.amount && (
              <span className={styles.amounts}>
                {row.amountBefore && <s className={styles.before}>{row.amountBefore}</s>}
                <span>{row.amount}</span>
              </span>
            )}
          </span>
        )}
      </span>
      {pressed && <ChevronRightRegular className={styles.still} aria-hidden="true" fontSize={20} />}
    </span>
  );
}

function Picture({ row }: { row: Row }) {
  const styles = useStyles();
  if (typeof row.image === "string" && row.image) return <img className={styles.image} src={row.image} alt="" />;
  if (typeof row.icon === "string")
    return (
      <span className={styles.icon}>
        <Icon name={row.icon} size={28} />
      </span>
    );
  return row.letter ? <Initials name={row.letter} /> : null;
}

/** Duration of the highlight. */
const highlightMs = 2_000;

/** Scrolls to the selected row, focuses it and highlights it for two seconds. */
function useHighlightedRow(selected: boolean): { ref: RefObject<HTMLDivElement | null>; isHighlighted: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isHighlighted, setIsHighlighted] = useState(false);
  useEffect(() => {
    if (!selected) return;
    // After the screen has scrolled to its top.
    const frame = requestAnimationFrame(() => {
      setIsHighlighted(true);
      ref.current?.scrollIntoView({ block: "center" });
      ref.current?.focus({ preventScroll: true });
    });
    const timer = setTimeout(() => setIsHighlighted(false), highlightMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [selected]);
  return { ref, isHighlighted };
}
