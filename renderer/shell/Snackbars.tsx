import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { dismiss, snackbarsAtom, type Snackbar } from "./snackbars.ts";

const shownMs = 8000;

const useStyles = makeStyles({
  place: { position: "fixed", insetInline: "16px", insetBlockEnd: "calc(88px + env(safe-area-inset-bottom))", zIndex: 1000, display: "flex", flexDirection: "column", gap: "8px", maxWidth: "480px", marginInline: "auto", pointerEvents: "none" },
  bar: { pointerEvents: "auto", boxShadow: tokens.shadow16, fontSize: tokens.fontSizeBase300 },
  close: { minWidth: "44px", minHeight: "44px" },
});

/** What is said in passing, above the page and announced; each goes by itself or by its button. */
export function Snackbars({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const snackbars = useAtomValue(snackbarsAtom);
  return <div className={styles.place} role="status" aria-live="polite">{snackbars.map((snackbar) => <Shown key={snackbar.id} snackbar={snackbar} closeLabel={config.words("snackbar.close")} />)}</div>;
}

function Shown({ snackbar, closeLabel }: { snackbar: Snackbar; closeLabel: string }) {
  const styles = useStyles();
  useEffect(() => {
    const timer = setTimeout(() => dismiss(snackbar.id), shownMs);
    return () => clearTimeout(timer);
  }, [snackbar.id]);
  return (
    <MessageBar className={styles.bar} intent={snackbar.tone} layout="multiline" politeness="polite">
      <MessageBarBody>{snackbar.text}</MessageBarBody>
      <MessageBarActions containerAction={<Button className={styles.close} appearance="transparent" aria-label={closeLabel} icon={<DismissRegular />} onClick={() => dismiss(snackbar.id)} />} />
    </MessageBar>
  );
}
