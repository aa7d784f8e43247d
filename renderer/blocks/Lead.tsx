import type { About } from "#engine/documents/about.ts";
import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useId } from "react";
import type { ResolvedProps } from "#engine/documents/props.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import { Initials } from "#renderer/shell/Initials.tsx";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import type { BlockProps } from "./block.ts";
import { Chip } from "./parts/Chip.tsx";
import { filterItems } from "./parts/items.ts";
import { toneNames, toTone, type Tone } from "./parts/tones.ts";

const itemProps = {
  title: "text",
  "quote?": "text",
  "lines?": { list: { id: "string", text: "text", "when?": "rule" } },
  about: "text",
  name: "text",
  "image?": { value: { type: "string" } },
  "letter?": "text",
  "chip?": "text",
  "tone?": { value: { enum: toneNames } },
  action: "text",
} as const;

export const contract = {
  props: {
    of: { value: { type: "array" } },
    "where?": { map: "value" },
    heading: "text",
    "nothing?": "text",
    item: { object: itemProps },
  },
  events: { press: ["item"] },
  perItem: ["item"],
  itemOf: { list: "of" },
} as const;

/** What an editor says of it. */
export const about = {
  is: "The one thing to do next, before everything else.",
  props: {
    of: ["The list that it is taken from.", { var: "transactions.list" }],
    where: ["Only items whose keys have these values.", { lead: true }],
    heading: ["What stands above it.", "Do this next"],
    nothing: ["What is said where nothing of the list waits.", "Nothing waits for you now."],
    item: "How it reads; every text and rule is read with the element of the list as item.",
    "item.title": ["What is to be done.", "Send your marksheet again"],
    "item.quote": ["What was said of it, in the words of who said it.", { var: "item.reason" }],
    "item.lines": "Sentences below, each a line of its own.",
    "item.lines.id": ["Tells the line from others.", "until"],
    "item.lines.text": ["The sentence.", "By Friday"],
    "item.lines.when": "The line is there only where this holds.",
    "item.about": ["What it belongs to: the words of the link.", { var: "item.form.name" }],
    "item.name": ["Whose it is.", { var: "item.org.displayName" }],
    "item.image": ["Address of the picture before the link.", { var: "item.org.imageUrl" }],
    "item.letter": ["Whose first letters stand where there is no picture.", { var: "item.org.displayName" }],
    "item.chip": ["A word or two on how it stands.", { label: ["states", { var: "item.state" }] }],
    "item.tone": "How the chip is coloured.",
    "item.action": ["The words of the one button.", "Continue"],
  },
  on: { press: "What is done when the button is pressed; the element of the list is item." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  card: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    padding: "20px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderInlineStartWidth: "4px",
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
  },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    textWrap: "balance",
    overflowWrap: "anywhere",
  },
  quote: {
    margin: 0,
    paddingInlineStart: "12px",
    borderInlineStartWidth: "2px",
    borderInlineStartStyle: "solid",
    borderInlineStartColor: tokens.colorNeutralStroke1,
    fontSize: "16px",
    lineHeight: "24px",
    maxWidth: "70ch",
    overflowWrap: "anywhere",
  },
  line: { margin: 0, lineHeight: tokens.lineHeightBase300, color: tokens.colorNeutralForeground2 },
  foot: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "12px 16px", justifyContent: "space-between" },
  about: {
    display: "inline-flex",
    alignItems: "center",
    gap: "12px",
    minWidth: 0,
    minHeight: "44px",
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    borderRadius: "4px",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "2px" },
  },
  image: { width: "28px", height: "28px", flexShrink: 0, objectFit: "contain", borderRadius: "6px" },
  // The picture stays beside the words; the chip goes below them where it is narrow.
  whose: { minWidth: 0, display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  action: { minHeight: "44px", fontSize: "16px", "@media (max-width: 599px)": { width: "100%" } },
  nothing: { margin: 0, fontSize: "16px", lineHeight: "24px", color: tokens.colorNeutralForeground2 },
});

/**
 * The one thing to do next, before everything else: a sentence, what was said of it, until when, a link to what it
 * belongs to, and the one button, which is named by both. `nothing` is said where there is a list, and nothing in it waits.
 */
export function Lead({ of, where, heading, nothing, item: row, document, scope, raise }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const id = useId();
  const [item] = filterItems(of, where);
  if (!item)
    return nothing && filterItems(of, undefined).length > 0 ? <p className={styles.nothing}>{nothing}</p> : null;
  const inside = scope.with({ item });
  const shown = resolveProps(itemProps, row, inside) as ResolvedProps<typeof itemProps>;
  const tone = toTone(shown.tone);
  const press = () => void raise("press", { item });
  return (
    <section className={styles.card} style={{ borderInlineStartColor: edges[tone] }} aria-labelledby={id}>
      <p className={styles.heading}>{heading}</p>
      <h2 id={id} className={styles.title}>
        {shown.title}
      </h2>
      {shown.quote && <blockquote className={styles.quote}>{shown.quote}</blockquote>}
      {shown.lines?.map((line) => (
        <p key={line.id} className={styles.line}>
          {line.text}
        </p>
      ))}
      <div className={styles.foot}>
        <About
          href={inside.toHref(document.on?.["press"])}
          shown={shown}
          tone={tone}
          wordsId={`${id}about`}
          onPress={press}
        />
        <Button
          id={`${id}action`}
          aria-labelledby={`${id}action ${id}about`}
          className={styles.action}
          appearance="primary"
          size="large"
          onClick={press}
        >
          {shown.action}
        </Button>
      </div>
    </section>
  );
}

interface AboutProps {
  href: string | undefined;
  shown: ResolvedProps<typeof itemProps>;
  tone: Tone;
  /** The id of its words: they say what the button beside it is for. */
  wordsId: string;
  onPress(): void;
}

/** What it belongs to: who asks, for what, and where that stands. */
function About({ href, shown, tone, wordsId, onPress }: AboutProps) {
  const styles = useStyles();
  return (
    <a className={styles.about} href={href} aria-label={shown.name} onClick={onLinkPress(href, onPress)}>
      {typeof shown.image === "string" && shown.image ? (
        <img className={styles.image} src={shown.image} alt="" />
      ) : (
        shown.letter && <Initials name={shown.letter} size={28} />
      )}
      <span className={styles.whose}>
        <span id={wordsId}>{shown.about}</span>
        {shown.chip && <Chip text={shown.chip} tone={tone} />}
      </span>
    </a>
  );
}

/** The edge of the card repeats the tone; the words say it. */
const edges: Record<Tone, string> = {
  neutral: tokens.colorBrandStroke1,
  info: tokens.colorBrandStroke1,
  success: tokens.colorStatusSuccessBorder1,
  warning: tokens.colorStatusWarningBorder1,
  danger: tokens.colorStatusDangerBorder1,
};
