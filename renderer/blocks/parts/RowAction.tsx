import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { Ring } from "#renderer/shell/Waiting.tsx";
import { useReason } from "./use-reason.tsx";

const useStyles = makeStyles({
  action: {
    minHeight: "44px",
    minWidth: "44px",
    paddingInline: "8px",
  },
  quiet: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground2 },
  first: { paddingInline: "20px" },
  refused: { display: "inline-flex", flexDirection: "column", gap: "4px" },
});

interface RowActionProps {
  label: string;
  /** It is what one came for. */
  primary?: boolean;
  /** Why it cannot be used now. */
  reason?: string;
  /** The id of words that say what it is done to, where several say the same. */
  about?: string;
  /** What its press began is not done yet. */
  busy: boolean;
  onPress(): void;
}

/** One thing to do with a row of a list. */
export function RowAction({ label, primary, reason, about, busy, onPress }: RowActionProps) {
  const styles = useStyles();
  const { describedBy, words } = useReason(reason);
  const button = (
    <Button
      className={mergeClasses(styles.action, primary ? styles.first : styles.quiet)}
      appearance={primary ? "primary" : "subtle"}
      disabled={describedBy !== undefined}
      disabledFocusable={busy}
      icon={busy ? <Ring /> : undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy ?? about}
      onClick={onPress}
    >
      {label}
    </Button>
  );
  return words ? (
    <span className={styles.refused}>
      {button}
      {words}
    </span>
  ) : (
    button
  );
}
