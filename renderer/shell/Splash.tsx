import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useLayoutEffect, useState } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Spinner } from "./Loading.tsx";

const useStyles = makeStyles({
  splash: {
    display: "grid",
    placeContent: "center",
    justifyItems: "center",
    gap: "24px",
    minHeight: "100dvh",
    color: tokens.colorNeutralForeground3,
  },
  logo: { width: "64px", height: "64px", objectFit: "contain" },
  failure: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "16px",
    paddingBlock: "64px",
    paddingInline: "16px",
    textAlign: "center",
    fontSize: tokens.fontSizeBase400,
  },
  retry: { minHeight: "44px" },
});

/** Reads a meta element that the server wrote into the page. */
const readMeta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="sanad-${name}"]`)?.content;

/** The page before the configuration is loaded. Shows the logo and a spinner after 300 ms. */
export function Splash({ logo = readMeta("logo") }: { logo?: string }) {
  const styles = useStyles();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.splash} aria-busy="true">
      {isLate && logo && <img className={styles.logo} src={logo} alt="" />}
      {isLate && <Spinner large />}
    </div>
  );
}

/**
 * Removes the server-rendered placeholder (server/api/placeholder). Call in a layout effect, so that no frame shows
 * both or neither.
 */
export const removeServerPlaceholder = (): void => document.getElementById("server-placeholder")?.remove();

/** Texts that the server wrote into the page, in its language. */
function readPageTexts(): Readonly<Record<string, string>> {
  const texts = readMeta("texts");
  return texts?.startsWith("{") ? (JSON.parse(texts) as Record<string, string>) : {};
}

/** The shortest visible retry: offline it would fail within a frame. */
const minRetryMs = 400;

/** Shows that loading failed, with a retry. Without a configuration it uses the texts of the page itself. */
export function LoadFailure({ config, retry }: { config?: ConfigClient; retry(): unknown }) {
  const styles = useStyles();
  const [retrying, setRetrying] = useState(false);
  useLayoutEffect(removeServerPlaceholder, []);
  const uiText = config?.uiText ?? ((key: string) => readPageTexts()[key] ?? "");
  const press = async () => {
    if (retrying) return;
    setRetrying(true);
    await new Promise((done) => setTimeout(done, minRetryMs));
    await retry();
    setRetrying(false);
  };
  return (
    <div className={styles.failure} role="alert">
      <p>{uiText("load.failed")}</p>
      <Button
        className={styles.retry}
        appearance="primary"
        size="large"
        aria-busy={retrying || undefined}
        {...(retrying && { icon: <Spinner /> })}
        onClick={() => void press()}
      >
        {uiText("load.retry")}
      </Button>
    </div>
  );
}
