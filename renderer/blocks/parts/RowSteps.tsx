import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import type { contract } from "./list-contract.ts";
import { toneColours, toTone, type Tone } from "./tones.ts";

type Step = ResolvedProps<(typeof contract)["props"]["item"]["object"]["steps?"]["list"]>;

const useStyles = makeStyles({
  steps: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column" },
  step: {
    display: "flex",
    gap: "12px",
    minHeight: "32px",
    // The line from one dot to the next, behind the dots; none after the last.
    backgroundImage: `linear-gradient(${tokens.colorNeutralStroke1}, ${tokens.colorNeutralStroke1})`,
    backgroundRepeat: "no-repeat",
    backgroundSize: "2px 100%",
    backgroundPosition: "5px 10px",
    ":last-child": { backgroundImage: "none", minHeight: "auto" },
    '[dir="rtl"] &': { backgroundPosition: "calc(100% - 5px) 10px" },
  },
  dot: {
    flexShrink: 0,
    boxSizing: "border-box",
    width: "12px",
    height: "12px",
    marginBlockStart: "4px",
    borderRadius: "50%",
    border: "2px solid currentColor",
    backgroundColor: tokens.colorNeutralBackground1,
  },
  past: { backgroundColor: "currentColor" },
  words: { display: "flex", flexWrap: "wrap", gap: "0 8px", fontSize: tokens.fontSizeBase300, lineHeight: "20px" },
  label: { fontWeight: tokens.fontWeightSemibold },
  time: { color: tokens.colorNeutralForeground2, fontVariantNumeric: "tabular-nums" },
});

/** Finished steps have a filled dot, as in a timeline. */
const finishedTones: readonly Tone[] = ["success", "danger"];

export function RowSteps({ steps }: { steps: readonly Step[] }) {
  const styles = useStyles();
  return (
    <ol className={styles.steps}>
      {steps.map(({ id, label, time, tone }) => (
        <li key={id} className={styles.step}>
          <span
            className={mergeClasses(styles.dot, finishedTones.includes(toTone(tone)) && styles.past)}
            style={{ color: toneColours[toTone(tone)].color }}
            aria-hidden="true"
          />
          <span className={styles.words}>
            <span className={styles.label}>{label}</span>
            {time && <span className={styles.time}>{time}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
