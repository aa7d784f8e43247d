import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import type { BlockProps } from "./block.ts";
import { toneColours, toTone } from "./parts/tones.ts";

export const contract = {
  props: {
    of: { value: { type: "array" } },
    "title?": "text",
    "region?": "text",
    item: { object: { "time?": "text", "text?": "text", "link?": "text" } },
  },
  events: { press: ["item"] },
  perItem: ["item"],
  itemOf: { list: "of" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Past, present and future steps in order.",
  props: {
    of: ["The steps of a root.", { var: "transaction.timeline" }],
    title: ["The heading.", "What happens"],
    region: ["The accessible name without a heading.", "Timeline"],
    item: "The texts of a step, evaluated with item.",
    "item.time": ["The time of the step, past or promised.", { date: [{ var: "item.at" }, "short"] }],
    "item.text": ["A sentence below the title.", "We check your documents."],
    "item.link": ["The text of a link; none by default.", "See what is missing"],
  },
  on: { press: "Runs when the link of a step is pressed, with item." },
} satisfies About<typeof contract>;

/** A step from the engine; its texts come from catalogues/states. */
interface Step {
  id: string;
  phase: "past" | "now" | "next";
  title: Text;
  tone: string;
}

const useStyles = makeStyles({
  box: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    padding: "16px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "@media (min-width: 600px)": { padding: "20px" },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  steps: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column" },
  step: {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    paddingInlineStart: "28px",
    paddingBlockEnd: "16px",
    // The line from one dot to the next.
    "::before": {
      content: '""',
      position: "absolute",
      insetBlock: "18px -4px",
      insetInlineStart: "7px",
      width: "2px",
      backgroundColor: tokens.colorNeutralStroke2,
    },
    ":last-child": { paddingBlockEnd: 0 },
    ":last-child::before": { display: "none" },
  },
  mark: {
    position: "absolute",
    insetBlockStart: "4px",
    insetInlineStart: 0,
    boxSizing: "border-box",
    width: "16px",
    height: "16px",
    borderRadius: "50%",
    border: "3px solid currentColor",
  },
  past: { backgroundColor: "currentColor" },
  next: { color: tokens.colorNeutralStroke1 },
  words: { fontSize: "16px", lineHeight: "24px", fontWeight: tokens.fontWeightSemibold },
  coming: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground2 },
  link: { alignSelf: "flex-start", minHeight: "44px", display: "inline-flex", alignItems: "center" },
  note: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground2,
    overflowWrap: "anywhere",
  },
});

/**
 * Past, present and future steps in order, with their times. A step with a `link` navigates like `press`. Without steps
 * it draws nothing.
 */
export function Timeline({ of, title, region, item: shape, document, scope, raise }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const steps = (Array.isArray(of) ? of : []) as Step[];
  if (steps.length === 0) return null;
  return (
    <section data-card className={styles.box} aria-label={region ?? title}>
      {title && <h2 className={styles.title}>{title}</h2>}
      <ol className={styles.steps}>
        {steps.map((step) => {
          const shown = resolveProps(contract.props.item.object, shape, scope.with({ item: step })) as ResolvedProps<
            typeof contract.props.item.object
          >;
          const href = scope.toHref(document.on?.["press"], { item: step });
          return (
            <li key={step.id} className={styles.step} aria-current={step.phase === "now" ? "step" : undefined}>
              <span
                className={mergeClasses(
                  styles.mark,
                  step.phase === "past" && styles.past,
                  step.phase === "next" && styles.next,
                )}
                style={step.phase === "next" ? undefined : { color: toneColours[toTone(step.tone)].color }}
                aria-hidden="true"
              />
              <span className={mergeClasses(styles.words, step.phase === "next" && styles.coming)}>
                {scope.text(step.title)}
              </span>
              {shown.time && <span className={styles.note}>{shown.time}</span>}
              {shown.text && <span className={styles.note}>{shown.text}</span>}
              {shown.link && (
                <TextLink
                  className={styles.link}
                  href={href}
                  onClick={onLinkPress(href, () => void raise("press", { item: step }))}
                >
                  {shown.link}
                </TextLink>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
