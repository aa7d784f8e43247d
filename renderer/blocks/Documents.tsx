import type { About } from "#engine/core/definitions/about.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import {
  ArrowRotateClockwiseRegular,
  OpenRegular,
  SplitVerticalRegular,
  ZoomInRegular,
  ZoomOutRegular,
} from "@fluentui/react-icons";
import { useEffect, useRef, useState } from "react";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { evaluate } from "#engine/core/rules/evaluate.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockProps } from "./block.ts";
import { Chip } from "./parts/Chip.tsx";
import { getItemKey, type Item } from "./parts/items.ts";
import { toneNames, toTone } from "./parts/tones.ts";

export const contract = {
  props: {
    of: { value: { type: "array" } },
    region: "text",
    item: { object: { title: "text", "text?": "text", "chip?": "text", "tone?": { value: { enum: toneNames } } } },
    "former?": { value: { type: "string" } },
    "shown?": { value: { type: "string" } },
    pages: { value: { type: "array" } },
    "address?": { value: { type: "string" } },
    "compared?": { value: { type: "string" } },
    "comparedPages?": { value: { type: "array" } },
    empty: "text",
    texts: {
      object: {
        zoomIn: "text",
        zoomOut: "text",
        rotate: "text",
        open: "text",
        failed: "text",
        page: "text",
        "compare?": "text",
        "single?": "text",
      },
    },
  },
  events: { press: ["item"], compare: ["item"], single: [] },
  offers: { press: true, compare: "former", single: "former" },
  perItem: ["item", "former"],
  itemOf: { list: "of" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A list of documents and the pages of one, to zoom and to rotate. It opens the first document by itself.",
  props: {
    of: ["The documents, each with an id.", { var: "case.documentList" }],
    region: ["The accessible name.", "Documents"],
    item: "The texts of a document, evaluated with item.",
    "item.title": ["The title.", { var: "item.name" }],
    "item.text": ["A sentence below it.", { var: "item.fileName" }],
    "item.chip": ["A short status.", "Replaced"],
    "item.tone": "Tone of the chip.",
    former: ["The id of the document that a document replaced, evaluated with item.", { var: "item.formerId" }],
    compared: ["The id of the document beside the shown one.", { var: "view.comparedId" }],
    comparedPages: ["Addresses of pictures of its pages, in order.", { var: "view.comparedPages" }],
    shown: ["The id of the document whose pages are shown.", { var: "view.fileId" }],
    pages: ["Addresses of pictures of its pages, in order.", { var: "view.pages" }],
    address: ["The address of the document itself.", { var: "view.url" }],
    empty: ["The text without documents.", "There are no documents"],
    texts: "The labels of its buttons.",
    "texts.zoomIn": ["Enlarges the pages.", "Zoom in"],
    "texts.zoomOut": ["Makes the pages smaller.", "Zoom out"],
    "texts.rotate": ["Turns the pages.", "Rotate"],
    "texts.open": ["Opens the document in a new tab.", "Open in a new tab"],
    "texts.failed": ["Where a page cannot be drawn.", "This page cannot be shown."],
    "texts.compare": ["Shows the replaced document beside the present one.", "Compare with the earlier one"],
    "texts.single": ["Shows one document alone again.", "Show one document"],
    "texts.page": ["The word before the number of a page.", "Page"],
  },
  on: {
    press: "Runs when a document is chosen, with item; its steps set what `shown` and `pages` read.",
    compare: "Runs for a comparison, with item: the earlier document; its steps set `compared` and `comparedPages`.",
    single: "Runs when the comparison ends.",
  },
} satisfies About<typeof contract>;

const zooms = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const renewAfterMs = 30_000;
const turns = [0, 90, 180, 270] as const;

const useStyles = makeStyles({
  box: {
    display: "flex",
    flexDirection: "column",
    minWidth: 0,
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: "hidden",
  },
  list: { listStyleType: "none", margin: 0, padding: "8px", display: "flex", flexWrap: "wrap", gap: "4px" },
  choice: {
    display: "flex",
    flexDirection: "column",
    alignItems: "flex-start",
    gap: "2px",
    minHeight: "44px",
    maxWidth: "260px",
    padding: "6px 12px",
    border: "1px solid transparent",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: "transparent",
    color: tokens.colorNeutralForeground1,
    fontFamily: "inherit",
    fontSize: tokens.fontSizeBase300,
    textAlign: "start",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "-2px" },
  },
  chosen: {
    backgroundColor: tokens.colorBrandBackground2,
    border: `1px solid ${tokens.colorBrandStroke2}`,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: {
    maxWidth: "100%",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
  },
  tools: {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px",
    padding: "4px 8px",
    borderBlockStartWidth: "1px",
    borderBlockStartStyle: "solid",
    borderBlockStartColor: tokens.colorNeutralStroke2,
  },
  tool: { minWidth: "36px", minHeight: "36px" },
  pages: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    padding: "12px",
    minHeight: "240px",
    maxHeight: "72dvh",
    overflow: "auto",
    backgroundColor: tokens.colorNeutralBackground4,
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "-2px" },
  },
  pair: { display: "grid", gap: "1px", "@media (min-width: 600px)": { gridTemplateColumns: "1fr 1fr" } },
  pane: { display: "flex", flexDirection: "column", minWidth: 0 },
  caption: { padding: "6px 12px", fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  page: { display: "block", margin: "0 auto", maxWidth: "none", height: "auto", backgroundColor: "#ffffff" },
  message: { margin: "auto", padding: "24px", textAlign: "center", color: tokens.colorNeutralForeground2 },
});

/** Documents beside the answers that they prove. Rotation and zoom apply to all pages of the shown document. */
export function Documents(props: BlockProps<typeof contract>) {
  const { of, region, item: row, former, shown, pages, address, empty, texts, scope, raise } = props;
  const { compared, comparedPages } = props;
  const styles = useStyles();
  const [zoom, setZoom] = useState(2);
  const [turn, setTurn] = useState(0);
  const items = (Array.isArray(of) ? of : []) as Item[];
  const isShown = (item: Item, index: number) => getItemKey(item, index) === shown;
  const isAnyShown = items.some(isShown);
  const first = items[0];
  const open = (item: Item) => void raise("press", { item });
  const nameOf = (item: Item) => {
    const { title, text, chip } = resolveProps(contract.props.item.object, row, scope.with({ item }));
    return [title, text, chip].filter(Boolean).join(" · ");
  };
  useOpenFirst(isAnyShown ? undefined : first, open);
  const renew = useRenewal(address, () => {
    const item = items.find(isShown);
    if (item) open(item);
  });
  const present = items.find(isShown);
  const formerId = present && former && evaluate(former, scope.with({ item: present }).scope);
  const earlier = items.find((item, index) => getItemKey(item, index) === formerId);
  const isCompared = earlier !== undefined && getItemKey(earlier, 0) === compared;
  if (!first)
    return (
      <section className={styles.box} aria-label={region}>
        <p className={styles.message}>{empty}</p>
      </section>
    );
  return (
    <section className={styles.box} aria-label={region}>
      <ul className={styles.list}>
        {items.map((item, index) => (
          <li key={getItemKey(item, index)}>
            <Choice row={row} item={item} isChosen={isShown(item, index)} scope={scope} press={() => open(item)} />
          </li>
        ))}
      </ul>
      <Tools
        texts={texts}
        address={typeof address === "string" && isAnyShown ? address : ""}
        zoomBy={(step) => setZoom(Math.min(zooms.length - 1, Math.max(0, zoom + step)))}
        rotate={() => setTurn((turn + 1) % turns.length)}
        isCompared={isCompared}
        {...(earlier && { compare: () => void (isCompared ? raise("single") : raise("compare", { item: earlier })) })}
      />
      <div className={isCompared ? styles.pair : undefined}>
        {isCompared && (
          <Pages
            label={nameOf(earlier)}
            isNamed
            pages={comparedPages}
            texts={texts}
            onFailed={renew}
            zoom={zooms[zoom]!}
            turn={turns[turn]!}
          />
        )}
        <Pages
          label={isCompared && present ? nameOf(present) : region}
          isNamed={isCompared}
          pages={isAnyShown ? pages : []}
          texts={texts}
          onFailed={renew}
          zoom={zooms[zoom]!}
          turn={turns[turn]!}
        />
      </div>
    </section>
  );
}

interface PagesProps extends Pick<PageProps, "onFailed" | "zoom" | "turn"> {
  /** The accessible name; with `isNamed` it is drawn too. */
  label: string;
  isNamed: boolean;
  pages: unknown;
  texts: BlockProps<typeof contract>["texts"];
}

/** The pages of one document. */
function Pages({ label, isNamed, pages, texts, ...view }: PagesProps) {
  const styles = useStyles();
  return (
    <div className={styles.pane}>
      {isNamed && <div className={styles.caption}>{label}</div>}
      <div className={styles.pages} tabIndex={0} role="group" aria-label={label}>
        {(Array.isArray(pages) ? (pages as string[]) : []).map((page, index) => (
          <Page key={page} address={page} label={`${texts.page} ${index + 1}`} failed={texts.failed} {...view} />
        ))}
      </div>
    </div>
  );
}

interface ToolsProps {
  texts: BlockProps<typeof contract>["texts"];
  /** The address of the shown document; empty without one. */
  address: string;
  zoomBy(step: 1 | -1): void;
  rotate(): void;
  isCompared: boolean;
  /** Begins or ends the comparison; missing where nothing was replaced. */
  compare?: () => void;
}

function Tools({ texts, address, zoomBy, rotate, isCompared, compare }: ToolsProps) {
  const styles = useStyles();
  const tools = [
    { id: "out", icon: <ZoomOutRegular />, label: texts.zoomOut, act: () => zoomBy(-1) },
    { id: "in", icon: <ZoomInRegular />, label: texts.zoomIn, act: () => zoomBy(1) },
    { id: "turn", icon: <ArrowRotateClockwiseRegular />, label: texts.rotate, act: rotate },
  ];
  return (
    <div className={styles.tools}>
      {tools.map(({ id, icon, label, act }) => (
        <Button key={id} className={styles.tool} appearance="subtle" icon={icon} title={label} onClick={act} />
      ))}
      {compare && (
        <Button className={styles.tool} appearance="subtle" icon={<SplitVerticalRegular />} onClick={compare}>
          {isCompared ? texts.single : texts.compare}
        </Button>
      )}
      {address && (
        <Button
          as="a"
          className={styles.tool}
          appearance="subtle"
          icon={<OpenRegular />}
          href={address}
          target="_blank"
          rel="noopener"
        >
          {texts.open}
        </Button>
      )}
    </div>
  );
}

/** Opens the first document once; a failed attempt is not repeated. */
function useOpenFirst(first: Item | undefined, open: (item: Item) => void): void {
  const [opened, setOpened] = useState<string>();
  const key = first && getItemKey(first, 0);
  useEffect(() => {
    if (!first || key === opened) return;
    setOpened(key);
    open(first);
  }, [first, key, opened, open]);
}

/** Addresses end after minutes: a page that fails later opens the document again. Pages that fail at once do not. */
function useRenewal(address: unknown, open: () => void): () => void {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [address]);
  return () => {
    if (performance.now() - since.current < renewAfterMs) return;
    since.current = performance.now();
    open();
  };
}

interface ChoiceProps extends Pick<BlockProps<typeof contract>, "scope"> {
  row: Record<string, unknown>;
  item: Item;
  isChosen: boolean;
  press(): void;
}

function Choice({ row, item, isChosen, scope, press }: ChoiceProps) {
  const styles = useStyles();
  const spec = contract.props.item.object;
  const { title, text, chip, tone } = resolveProps(spec, row, scope.with({ item })) as ResolvedProps<typeof spec>;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={mergeClasses(styles.choice, isChosen && styles.chosen)}
      onClick={press}
    >
      <span>
        {title} {chip && <Chip text={chip} tone={toTone(tone)} />}
      </span>
      {text && <span className={styles.text}>{text}</span>}
    </button>
  );
}

interface PageProps {
  address: string;
  label: string;
  failed: string;
  onFailed(): void;
  /** 1 fits the width. */
  zoom: number;
  /** Degrees, clockwise. */
  turn: number;
}

function Page({ address, label, failed, onFailed, zoom, turn }: PageProps) {
  const styles = useStyles();
  const [hasFailed, setFailed] = useState(false);
  const [ratio, setRatio] = useState(1);
  if (hasFailed) return <p className={styles.message}>{failed}</p>;
  const isLying = turn % 180 !== 0;
  // A turned page takes the room of its turned shape.
  const shift = isLying ? `calc(${zoom * 100}% * ${((ratio - 1) / 2).toFixed(4)})` : undefined;
  return (
    <img
      className={styles.page}
      src={address}
      alt={label}
      loading="lazy"
      style={{
        width: `${zoom * 100}%`,
        transform: turn === 0 ? undefined : `rotate(${turn}deg)`,
        marginBlock: shift && `calc(0px - ${shift})`,
      }}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalHeight / naturalWidth)}
      onError={() => {
        setFailed(true);
        onFailed();
      }}
    />
  );
}
