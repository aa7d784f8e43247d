import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Ring } from "./Waiting.tsx";

const useStyles = makeStyles({
  splash: { display: "grid", placeItems: "center", minHeight: "100dvh", color: tokens.colorNeutralForeground3 },
  failure: { display: "flex", flexDirection: "column", alignItems: "center", gap: "16px", paddingBlock: "64px", paddingInline: "16px", textAlign: "center", fontSize: tokens.fontSizeBase400 },
  retry: { minHeight: "44px" },
});

/** The full page while nothing is there yet. No spinner for less than 300 ms. */
export function Splash() {
  const styles = useStyles();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return <div className={styles.splash} aria-busy="true">{late && <Ring large />}</div>;
}

/** Something could not be loaded: one sentence, one way on. Without a configuration the words are English. */
export function LoadFailure({ config, retry }: { config?: ConfigClient; retry(): void }) {
  const styles = useStyles();
  return (
    <div className={styles.failure} role="alert">
      <p>{config ? config.words("load.failed") : "We could not load this."}</p>
      <Button className={styles.retry} appearance="primary" size="large" onClick={retry}>{config ? config.words("load.retry") : "Retry"}</Button>
    </div>
  );
}
