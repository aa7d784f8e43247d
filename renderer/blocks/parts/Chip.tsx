import { makeStyles, tokens } from "@fluentui/react-components";
import { toneColours, type Tone } from "./tones.ts";

const useStyles = makeStyles({
  chip: {
    display: "inline-block",
    paddingInline: "8px",
    paddingBlock: "2px",
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: "nowrap",
  },
});

/** A short status text on the background of its tone. */
export function Chip({ text, tone }: { text: string; tone: Tone }) {
  const styles = useStyles();
  return text ? (
    <span className={styles.chip} style={toneColours[tone]}>
      {text}
    </span>
  ) : null;
}
