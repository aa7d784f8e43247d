import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { ShownSnackbarProps } from "../Snackbars.tsx";

const useStyles = makeStyles({
  // One line where it fits, and no taller than its button then: it stands over the heading, not over the first words below it.
  bar: {
    pointerEvents: "auto",
    boxShadow: tokens.shadow16,
    minHeight: "46px",
    alignItems: "center",
    whiteSpace: "normal",
  },
  words: {
    paddingBlock: "8px",
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: "anywhere",
  },
  close: { minWidth: "44px", minHeight: "44px" },
});

/** A snackbar with its tone's icon and colour, and its button. */
export function MessageSnackbar({ snackbar: { text, tone }, closeLabel, close }: ShownSnackbarProps) {
  const styles = useStyles();
  return (
    <MessageBar className={styles.bar} intent={tone} layout="singleline" politeness="polite">
      <MessageBarBody className={styles.words}>{text}</MessageBarBody>
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
