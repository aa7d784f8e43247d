import { makeStyles, tokens } from "@fluentui/react-components";
import { useId, type ReactNode } from "react";

const useStyles = makeStyles({
  reason: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    textAlign: "start",
  },
});

/** Why a control cannot be used now: its words to stand beside it, and the id by which the control points at them. */
export function useReason(reason: string | undefined): { describedBy: string | undefined; words: ReactNode } {
  const styles = useStyles();
  const id = useId();
  if (!reason) return { describedBy: undefined, words: null };
  return {
    describedBy: id,
    words: (
      <span id={id} className={styles.reason}>
        {reason}
      </span>
    ),
  };
}
