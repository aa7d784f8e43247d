import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { Ring } from "#renderer/shell/Waiting.tsx";
import { useReason } from "./use-reason.tsx";

const useStyles = makeStyles({
  action: {
    minHeight: "44px",
    minWidth: "44px",
    paddingInline: "8px",
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
  },
  refused: { display: "inline-flex", flexDirection: "column", gap: "4px" },
});

interface RowActionProps {
  label: string;
  /** Why it cannot be used now. */
  reason?: string;
  /** The id of words that say what it is done to, where several say the same. */
  about?: string;
  /** What its press began is not done yet. */
  busy: boolean;
  onPress(): void;
}

/** One thing to do with a row of a list. */
export function RowAction({ label, reason, about, busy, onPress }: RowActionProps) {
  const styles = useStyles();
  const { describedBy, words } = useReason(reason);
  const button = (
    <Button
      className={styles.action}
      appearance="subtle"
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
