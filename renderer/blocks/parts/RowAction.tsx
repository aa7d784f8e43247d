import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { Spinner } from "#renderer/shell/Loading.tsx";
import { useDisabledReason } from "./use-disabled-reason.tsx";

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
  /** The main action of the row. */
  primary?: boolean;
  /** Why the action is disabled. */
  reason?: string;
  /** Id of a text that tells equal labels apart. */
  about?: string;
  /** True while the event runs. */
  busy: boolean;
  onPress(): void;
}

export function RowAction({ label, primary, reason, about, busy, onPress }: RowActionProps) {
  const styles = useStyles();
  const { describedBy, reasonElement } = useDisabledReason(reason);
  const button = (
    <Button
      className={mergeClasses(styles.action, primary ? styles.first : styles.quiet)}
      appearance={primary ? "primary" : "subtle"}
      disabled={describedBy !== undefined}
      disabledFocusable={busy}
      icon={busy ? <Spinner /> : undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy ?? about}
      onClick={onPress}
    >
      {label}
    </Button>
  );
  return reasonElement ? (
    <span className={styles.refused}>
      {button}
      {reasonElement}
    </span>
  ) : (
    button
  );
}
