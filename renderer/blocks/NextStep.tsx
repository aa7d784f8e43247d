import type { About } from "#engine/core/definitions/about.ts";
import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useId } from "react";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
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
    "where?": { map: "value", keys: "itemPath" },
    heading: "text",
    "nothing?": "text",
    item: { object: itemProps },
  },
  events: { press: ["item"] },
  perItem: ["item"],
  itemOf: { list: "of" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "The most important next step.",
  props: {
    of: ["The list to choose from.", { var: "transactions.list" }],
    where: ["Only items with these values.", { isNext: true }],
    heading: ["The heading.", "Do this next"],
    nothing: ["The text when no item needs action.", "Nothing waits for you now."],
    item: "The texts of the step, evaluated with item.",
    "item.title": ["What to do.", "Send your marksheet again"],
    "item.quote": ["A quotation, such as the verifier's reason.", { var: "item.reason" }],
    "item.lines": "Further lines.",
    "item.lines.id": ["The id of the line.", "until"],
    "item.lines.text": ["The sentence.", "By Friday"],
    "item.lines.when": "A rule that shows the line.",
    "item.about": ["The subject: the text of the link.", { var: "item.form.name" }],
    "item.name": ["The holder.", { var: "item.org.displayName" }],
    "item.image": ["Address of the picture of the link.", { var: "item.org.imageUrl" }],
    "item.letter": ["A name whose initials replace a missing picture.", { var: "item.org.displayName" }],
    "item.chip": ["A short status.", { label: ["states", { var: "item.state" }] }],
    "item.tone": "Tone of the chip.",
    "item.action": ["The label of the button.", "Continue"],
  },
  on: { press: "Runs when the button is pressed, with item." },
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
  // The picture stays beside the text; the chip wraps below in a narrow window.
  whose: { minWidth: 0, display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  action: { minHeight: "44px", fontSize: "16px", "@media (max-width: 599px)": { width: "100%" } },
  nothing: { margin: 0, fontSize: "16px", lineHeight: "24px", color: tokens.colorNeutralForeground2 },
});

/**
 * The most important next step: what to do, a reason, a deadline, a link to its subject, and one button. The button is
 * named by its label and the subject. `nothing` shows when no item of the list needs action.
 */
export function NextStep({
  of,
  where,
  heading,
  nothing,
  item: row,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const id = useId();
  const [item] = filterItems(of, where);
  if (!item)
    return nothing && filterItems(of, undefined).length > 0 ? <p className={styles.nothing}>{nothing}</p> : null;
  const itemScope = scope.with({ item });
  const step = resolveProps(itemProps, row, itemScope) as ResolvedProps<typeof itemProps>;
  const tone = toTone(step.tone);
  const press = () => void raise("press", { item });
  return (
    <section className={styles.card} style={{ borderInlineStartColor: edges[tone] }} aria-labelledby={id}>
      <p className={styles.heading}>{heading}</p>
      <h2 id={id} className={styles.title}>
        {step.title}
      </h2>
      {step.quote && <blockquote className={styles.quote}>{step.quote}</blockquote>}
      {step.lines?.map((line) => (
        <p key={line.id} className={styles.line}>
          {line.text}
        </p>
      ))}
      <div className={styles.foot}>
        <SubjectLink
          href={itemScope.toHref(document.on?.["press"])}
          step={step}
          tone={tone}
          subjectId={`${id}about`}
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
          {step.action}
        </Button>
      </div>
    </section>
  );
}

interface SubjectLinkProps {
  href: string | undefined;
  step: ResolvedProps<typeof itemProps>;
  tone: Tone;
  /** Id of the subject's text, which is part of the button's name. */
  subjectId: string;
  onPress(): void;
}

/** The subject: organisation, request and status. */
function SubjectLink({ href, step, tone, subjectId, onPress }: SubjectLinkProps) {
  const styles = useStyles();
  return (
    <a className={styles.about} href={href} aria-label={step.name} onClick={onLinkPress(href, onPress)}>
      {typeof step.image === "string" && step.image ? (
        <img className={styles.image} src={step.image} alt="" />
      ) : (
        step.letter && <Initials name={step.letter} size={28} />
      )}
      <span className={styles.whose}>
        <span id={subjectId}>{step.about}</span>
        {step.chip && <Chip text={step.chip} tone={tone} />}
      </span>
    </a>
  );
}

/** Edge colours repeat the tone; the text carries the meaning. */
const edges: Record<Tone, string> = {
  neutral: tokens.colorBrandStroke1,
  info: tokens.colorBrandStroke1,
  success: tokens.colorStatusSuccessBorder1,
  warning: tokens.colorStatusWarningBorder1,
  danger: tokens.colorStatusDangerBorder1,
};
