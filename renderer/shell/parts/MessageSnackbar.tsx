import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { SnackbarProps } from "../Snackbars.tsx";

const useStyles = makeStyles({
  // On one line if it fits, and as tall as its button: it covers the heading, not the text below.
  bar: {
    pointerEvents: "auto",
    boxShadow: tokens.shadow16,
    minHeight: "46px",
    alignItems: "center",
    whiteSpace: "normal",
  },
  text: {
    paddingBlock: "8px",
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: "anywhere",
  },
  close: { minWidth: "44px", minHeight: "44px" },
});

/** A snackbar with icon, colour and close button. */
export function MessageSnackbar({ snackbar: { text, tone }, closeLabel, close }: SnackbarProps) {
  const styles = useStyles();
  return (
    <MessageBar className={styles.bar} intent={tone} layout="singleline" politeness="polite">
      <MessageBarBody className={styles.text}>{text}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            className={styles.close}
            appearance="transparent"
            aria-label={closeLabel}
            icon={<DismissRegular />}
            onClick={close}
          />
        }
      />
    </MessageBar>
  );
}
