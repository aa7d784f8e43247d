import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useId } from "react";
import type { BlockProps } from "./block.ts";
import { Chip } from "./parts/Chip.tsx";
import { CopyButton } from "./parts/CopyButton.tsx";
import { toneNames, toTone } from "./parts/tones.ts";

export const contract = {
  props: {
    "title?": "text",
    "region?": "text",
    "stacked?": "boolean",
    rows: {
      list: {
        id: "string",
        label: "text",
        "text?": "text",
        "image?": { value: { type: "string" } },
        "chip?": "text",
        "tone?": { value: { enum: toneNames } },
        "copy?": "text",
        "minus?": "boolean",
        "emphasis?": "boolean",
        "when?": "rule",
      },
    },
  },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Labelled values: a bill, a receipt, a profile.",
  props: {
    title: ["The heading.", "What you pay"],
    region: ["The accessible name without a heading.", "Bill"],
    stacked: "Puts values below their labels, for sentences.",
    rows: "The values, in order.",
    "rows.id": ["The id of the row.", "total"],
    "rows.label": ["The label of the value.", "Total"],
    "rows.text": ["The value; an empty value omits the row.", { var: "profile.displayName" }],
    "rows.image": ["Address of a picture before the value.", { var: "organisation.logo" }],
    "rows.chip": ["A short status beside the value.", "Verified"],
    "rows.tone": "Tone of the chip.",
    "rows.copy": ["The label of a button that copies the value.", { var: "route.orderId" }],
    "rows.minus": "Marks a deduction, such as a discount.",
    "rows.emphasis": "Emphasises the row, such as a total.",
    "rows.when": "A rule that shows the row.",
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  box: {
    display: "flex",
    flexDirection: "column",
    gap: "4px",
    padding: "20px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: {
    margin: "0 0 8px",
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  rows: { margin: 0, display: "flex", flexDirection: "column", gap: "2px" },
  row: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px",
    minHeight: "32px",
    fontSize: tokens.fontSizeBase300,
  },
  stacked: { flexDirection: "column", alignItems: "flex-start", gap: "2px", paddingBlock: "6px" },
  sentence: {
    textAlign: "start",
    maxWidth: "70ch",
    display: "block",
    whiteSpace: "normal",
    fontVariantNumeric: "normal",
  },
  label: { color: tokens.colorNeutralForeground2, minWidth: "30%", overflowWrap: "anywhere" },
  value: {
    margin: 0,
    textAlign: "end",
    fontVariantNumeric: "tabular-nums",
    overflowWrap: "anywhere",
    minWidth: 0,
    maxWidth: "65%",
    display: "flex",
    alignItems: "center",
    gap: "8px",
  },
  // An id is one long word. On a phone it has its own line, with the copy button at its end.
  id: {
    "@media (max-width: 599px)": {
      flexDirection: "column",
      alignItems: "stretch",
      gap: 0,
      "> dd": { maxWidth: "none", justifyContent: "space-between", textAlign: "start" },
    },
    "> dd": { marginInlineEnd: "-12px" },
  },
  image: { width: "24px", height: "24px", flexShrink: 0, objectFit: "contain", borderRadius: "6px" },
  // An amount never wraps; an id may.
  amount: { whiteSpace: "nowrap", flexShrink: 0 },
  minus: { color: tokens.colorStatusSuccessForeground1 },
  emphasis: {
    fontSize: "18px",
    fontWeight: tokens.fontWeightSemibold,
    borderBlockStartWidth: "1px",
    borderBlockStartStyle: "solid",
    borderBlockStartColor: tokens.colorNeutralStroke2,
    marginBlockStart: "8px",
    paddingBlockStart: "12px",
  },
  strong: { color: tokens.colorNeutralForeground1 },
});

/** Labelled values: a bill, a receipt, a profile. Amounts are right-aligned with tabular figures. */
export function Facts({ title, region, stacked, rows, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const id = useId();
  return (
    <section data-card className={styles.box} aria-label={region} aria-labelledby={!region && title ? id : undefined}>
      {title && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      <dl className={styles.rows}>
        {rows.map((row) => (
          <div
            key={row.id}
            className={mergeClasses(
              styles.row,
              stacked && styles.stacked,
              row.copy && styles.id,
              row.emphasis && styles.emphasis,
            )}
          >
            <dt className={mergeClasses(styles.label, row.emphasis && styles.strong)}>{row.label}</dt>
            <dd
              className={mergeClasses(
                styles.value,
                !row.copy && (row.text ?? "").length < 24 && styles.amount,
                row.minus && styles.minus,
                stacked && styles.sentence,
              )}
            >
              {typeof row.image === "string" && row.image && <img className={styles.image} src={row.image} alt="" />}
              {row.text && (
                <bdi>
                  {row.minus ? "−\u2009" : ""}
                  {row.text}
                </bdi>
              )}
              {row.chip && <Chip text={row.chip} tone={toTone(row.tone)} />}
              {row.copy && row.text && <CopyButton label={row.copy} text={row.text} uiText={scope.uiText} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
