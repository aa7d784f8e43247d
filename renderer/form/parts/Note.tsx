import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useNoteView } from "./host-context.ts";

const useStyles = makeStyles({
  note: {
    margin: 0,
    padding: tokens.spacingHorizontalM,
    maxWidth: "70ch",
    boxSizing: "border-box",
    borderRadius: tokens.borderRadiusMedium,
    borderInlineStartWidth: "4px",
    borderInlineStartStyle: "solid",
    borderInlineStartColor: tokens.colorBrandStroke1,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: "pre-line",
  },
  warning: {
    borderInlineStartColor: tokens.colorPaletteDarkOrangeBorder2,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
  success: {
    borderInlineStartColor: tokens.colorPaletteGreenBorder2,
    backgroundColor: tokens.colorStatusSuccessBackground1,
  },
});

/** A note between fields, announced politely when it appears. */
export function Note({ at }: { at: string }) {
  const styles = useStyles();
  const { visible, text, tone } = useNoteView(at);
  if (!visible) return null;
  return (
    <p
      role="note"
      className={mergeClasses(styles.note, tone === "warning" && styles.warning, tone === "success" && styles.success)}
    >
      {text}
    </p>
  );
}
