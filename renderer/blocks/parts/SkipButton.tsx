import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { Ring } from "#renderer/shell/Waiting.tsx";
import { useReason } from "./use-reason.tsx";

const useStyles = makeStyles({
  skip: {
    alignSelf: "flex-end",
    minHeight: "44px",
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
  },
  reason: { alignSelf: "flex-end", display: "flex" },
});

interface SkipButtonProps {
  label: string | undefined;
  disabled?: boolean;
  /** Why it cannot be used now. */
  reason?: string;
  /** What its press began is not done yet. */
  busy?: boolean;
  onPress(): void;
}

/** Below a tile: leaves its verification out, or takes that back. */
export function SkipButton({ label, disabled, reason, busy, onPress }: SkipButtonProps) {
  const styles = useStyles();
  const { describedBy, words } = useReason(reason);
  return (
    <>
      <Button
        className={styles.skip}
        appearance="subtle"
        disabled={disabled || describedBy !== undefined}
        disabledFocusable={busy}
        icon={busy ? <Ring /> : undefined}
        aria-busy={busy || undefined}
        aria-describedby={describedBy}
        onClick={onPress}
      >
        {label}
      </Button>
      {words && <span className={styles.reason}>{words}</span>}
    </>
  );
}
