import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { isTrue } from "#engine/core/rules/evaluate.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: {
    body: "blocks",
    "place?": { enum: ["section", "card", "split", "row", "bar", "footer", "columns"] },
    "title?": "text",
    "text?": "text",
  },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A group of blocks.",
  props: {
    body: ["The blocks inside, in order.", [{ id: "hello", block: "text", text: "Hello" }]],
    place: "The layout: a card, a row, a footer …; section by default.",
    title: ["The heading.", "Your details"],
    text: ["A sentence in the group.", "It takes about five minutes."],
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  section: { display: "flex", flexDirection: "column", gap: "8px" },
  card: {
    display: "flex",
    flexDirection: "column",
    gap: "16px",
    padding: "20px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "> section": { padding: 0, border: "none" },
  },
  // A card with its parts side by side where there is room.
  split: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "12px 24px",
    padding: "12px 16px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "> *": { flex: "1 1 auto", minWidth: 0 },
  },
  row: { display: "flex", flexWrap: "wrap", gap: "8px 16px", alignItems: "center" },
  // A heading with related content at the other end of the line.
  bar: { display: "flex", flexWrap: "wrap", gap: "4px 16px", alignItems: "center", justifyContent: "space-between" },
  footer: {
    position: "sticky",
    insetBlockEnd: 0,
    marginBlockStart: "auto",
    zIndex: 50,
    display: "flex",
    flexDirection: "column",
    gap: "8px",
    marginInline: "-16px",
    marginBlockEnd: "-24px",
    padding: "12px 16px calc(12px + env(safe-area-inset-bottom))",
    backgroundColor: tokens.colorNeutralBackground1,
    borderBlockStartWidth: "1px",
    borderBlockStartStyle: "solid",
    borderBlockStartColor: tokens.colorNeutralStroke2,
    "@media (min-width: 600px)": {
      flexDirection: "row-reverse",
      marginBlockStart: 0,
      alignItems: "center",
      marginInline: 0,
      borderRadius: "8px",
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      insetBlockEnd: "16px",
      marginBlockEnd: 0,
      // The text shrinks, not the buttons.
      "> button, > a": { flexShrink: 0, alignSelf: "auto" },
    },
    "> a": { alignSelf: "center" },
  },
  // Three parts. On a phone they are stacked. In a wide window the second part is beside the first, and the third below
  // it. All are wider than the column around them.
  columns: {
    display: "flex",
    flexDirection: "column",
    flexGrow: 1,
    gap: "24px",
    "@media (min-width: 960px)": {
      display: "grid",
      gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)",
      gridTemplateRows: "auto 1fr",
      alignItems: "start",
      gap: "24px 64px",
      width: "min(1000px, 100vw - 80px)",
      marginInlineStart: "calc(50% - min(500px, 50vw - 40px))",
      paddingBlockStart: "24px",
      "> :nth-child(2)": { gridColumn: "2", gridRow: "1 / span 2", paddingBlockStart: "24px" },
      "> :nth-child(3)": {
        gridColumn: "1",
        flexDirection: "row",
        justifyContent: "flex-start",
        position: "static",
        border: "none",
        padding: 0,
        backgroundColor: "transparent",
      },
    },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300, flexGrow: 1 },
});

/** A group of blocks: a card, a section, a row, a bar or a sticky footer. An empty group draws nothing. */
export function Group({ body, place = "section", title, text, scope, render }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const blocks = body as BlockDefinition[];
  if (!blocks.some((block) => isTrue(block.when, scope.scope)) && !text) return null;
  return (
    <div
      data-card={place === "card" || place === "split" || undefined}
      data-place={place}
      className={mergeClasses(styles[place])}
    >
      {title && <h2 className={styles.title}>{title}</h2>}
      {place !== "footer" && text && <p className={styles.text}>{text}</p>}
      {render(blocks)}
      {place === "footer" && text && <p className={styles.text}>{text}</p>}
    </div>
  );
}
