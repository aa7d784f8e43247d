import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { Spinner } from "#renderer/shell/Loading.tsx";
import { useDisabledReason } from "./use-disabled-reason.tsx";

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
  /** Why the button is disabled. */
  reason?: string;
  /** True while the event runs. */
  busy?: boolean;
  onPress(): void;
}

/** Skips the verification of the tile above, or undoes that. */
export function SkipButton({ label, disabled, reason, busy, onPress }: SkipButtonProps) {
  const styles = useStyles();
  const { describedBy, reasonElement } = useDisabledReason(reason);
  return (
    <>
      <Button
        className={styles.skip}
        appearance="subtle"
        disabled={disabled || describedBy !== undefined}
        disabledFocusable={busy}
        icon={busy ? <Spinner /> : undefined}
        aria-busy={busy || undefined}
        aria-describedby={describedBy}
        onClick={onPress}
      >
        {label}
      </Button>
      {reasonElement && <span className={styles.reason}>{reasonElement}</span>}
    </>
  );
}
