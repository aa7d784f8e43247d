import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: {
    label: "text",
    done: { value: { type: "number" } },
    "proceeded?": { value: { type: "number" } },
    total: { value: { type: "number" } },
    valueText: "text",
    "proceededText?": "text",
    "note?": "text",
  },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A progress ring of done steps, with a lighter arc for skipped ones.",
  props: {
    label: ["The accessible name.", "Verifications done"],
    done: ["The number of done steps.", { count: { var: "transaction.filtered.done" } }],
    proceeded: ["The number of done and skipped steps: the lighter arc.", { var: "transaction.proceededCount" }],
    total: ["The number of all steps.", { var: "transaction.total" }],
    valueText: [
      "The count as text.",
      {
        text: "{done} of {total}",
        with: { done: { count: { var: "transaction.filtered.done" } }, total: { var: "transaction.total" } },
      },
    ],
    proceededText: ["Done and skipped steps as text.", "One is skipped"],
    note: ["A note on tiles that are not counted.", "Your name is not counted"],
  },
} satisfies About<typeof contract>;

const radius = 26;
const length = 2 * Math.PI * radius;

const useStyles = makeStyles({
  row: { display: "flex", alignItems: "center", gap: "16px" },
  ring: { display: "block", width: "48px", height: "48px", flexShrink: 0, transform: "rotate(-90deg)" },
  track: { fill: "none", strokeWidth: "6px", stroke: tokens.colorNeutralStroke2 },
  arc: { fill: "none", strokeWidth: "6px", strokeLinecap: "round" },
  done: { stroke: tokens.colorCompoundBrandBackground },
  // The colour of `done` at low opacity: lighter on white, darker on black.
  proceeded: { stroke: tokens.colorCompoundBrandBackground, opacity: 0.4 },
  label: { margin: 0, fontWeight: tokens.fontWeightSemibold, fontSize: "16px", lineHeight: "22px" },
  unseen: {
    position: "absolute",
    width: "1px",
    height: "1px",
    margin: "-1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
  note: {
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/**
 * A progress ring with an accessible count. A lighter arc behind it counts skipped steps too, so that "all done" does
 * not appear beside an empty ring.
 */
export function Progress({
  label,
  done,
  proceeded,
  total,
  valueText,
  proceededText,
  note,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const all = Math.max(Number(total) || 0, 1);
  const arc = (count: unknown) => ({
    strokeDasharray: `${(length * Math.min(Number(count) || 0, all)) / all} ${length}`,
  });
  return (
    <div className={styles.row}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Number(total) || 0}
        aria-valuenow={Number(done) || 0}
        aria-valuetext={valueText}
      >
        <svg className={styles.ring} viewBox="0 0 64 64" aria-hidden="true">
          <circle className={styles.track} cx="32" cy="32" r={radius} />
          {Number(proceeded) > 0 && (
            <circle className={`${styles.arc} ${styles.proceeded}`} cx="32" cy="32" r={radius} style={arc(proceeded)} />
          )}
          {Number(done) > 0 && (
            <circle className={`${styles.arc} ${styles.done}`} cx="32" cy="32" r={radius} style={arc(done)} />
          )}
        </svg>
      </div>
      <div>
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
        <p className={styles.text} aria-hidden="true">
          {valueText}
        </p>
        {proceededText && <p className={styles.unseen}>{proceededText}</p>}
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </div>
  );
}
