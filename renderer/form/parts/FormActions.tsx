import { useEffect, useState } from "react";
import { Button, mergeClasses } from "@fluentui/react-components";
import { Spinner } from "#renderer/shell/Loading.tsx";
import { useHostStyles } from "./host-styles.ts";

interface FormActionsProps {
  busy: boolean;
  submitLabel?: string;
  cancelLabel?: string;
  /** The label of the button that goes back one step; none on the first one. */
  backLabel?: string | undefined;
  sticky?: boolean;
  onCancel?(): void;
  onBack?(): void;
}

/** The buttons of a form. While the form is being sent, the submit button keeps the focus and does nothing. */
export function FormActions({ busy, submitLabel, cancelLabel, backLabel, sticky, ...on }: FormActionsProps) {
  const styles = useHostStyles();
  const slow = useIsSlow(busy);
  const isPair = backLabel !== undefined && !cancelLabel;
  const button = mergeClasses(styles.button, isPair && styles.half);
  if (!submitLabel && !cancelLabel && !backLabel) return null;
  return (
    <div className={mergeClasses(styles.actions, sticky && styles.sticky, isPair && styles.pair)}>
      {cancelLabel ? (
        <Button className={button} type="button" disabled={busy} onClick={on.onCancel}>
          {cancelLabel}
        </Button>
      ) : null}
      {backLabel ? (
        <Button className={button} type="button" disabled={busy} onClick={on.onBack}>
          {backLabel}
        </Button>
      ) : null}
      {submitLabel ? (
        <Button
          className={button}
          type="submit"
          appearance="primary"
          disabledFocusable={busy}
          icon={slow ? <Spinner /> : undefined}
        >
          {submitLabel}
        </Button>
      ) : null}
    </div>
  );
}

/** True after 300 ms; a spinner for less time only flickers. */
function useIsSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), 300);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return slow;
}
