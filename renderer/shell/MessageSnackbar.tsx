import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { ShownSnackbarProps } from "./Snackbars.tsx";

const useStyles = makeStyles({
  bar: { pointerEvents: "auto", boxShadow: tokens.shadow16, fontSize: tokens.fontSizeBase300 },
  close: { minWidth: "44px", minHeight: "44px" },
});

/** A snackbar with its tone's icon and colour, and its button. */
export function MessageSnackbar({ snackbar: { text, tone }, closeLabel, close }: ShownSnackbarProps) {
  const styles = useStyles();
  return (
    <MessageBar className={styles.bar} intent={tone} layout="multiline" politeness="polite">
      <MessageBarBody>{text}</MessageBarBody>
      <MessageBarActions containerAction={<Button className={styles.close} appearance="transparent" aria-label={closeLabel} icon={<DismissRegular />} onClick={close} />} />
    </MessageBar>
  );
}
