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

/** The reason why a control is disabled: an element to show beside it, and its id for `aria-describedby`. */
export function useDisabledReason(reason: string | undefined): {
  describedBy: string | undefined;
  reasonElement: ReactNode;
} {
  const styles = useStyles();
  const id = useId();
  if (!reason) return { describedBy: undefined, reasonElement: null };
  return {
    describedBy: id,
    reasonElement: (
      <span id={id} className={styles.reason}>
        {reason}
      </span>
    ),
  };
}
