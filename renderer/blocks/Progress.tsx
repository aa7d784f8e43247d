import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: {
    label: "text",
    done: { value: { type: "number" } },
    total: { value: { type: "number" } },
    valueText: "text",
  },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A progress ring of done steps, with the count as text.",
  props: {
    label: ["The accessible name.", "Verifications done"],
    done: ["The number of done steps.", { var: "transaction.steps.done" }],
    total: ["The number of all steps.", { var: "transaction.steps.total" }],
    valueText: [
      "The count as text.",
      {
        text: "{done} of {total}",
        with: { done: { var: "transaction.steps.done" }, total: { var: "transaction.steps.total" } },
      },
    ],
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
  label: { margin: 0, fontWeight: tokens.fontWeightSemibold, fontSize: "16px", lineHeight: "22px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
});

/** A progress ring; the eye and the screen reader get the same count. */
export function Progress({ label, done, total, valueText }: BlockProps<typeof contract>) {
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
      </div>
    </div>
  );
}
