import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useLayoutEffect, useState } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { takePictureAway } from "./picture.ts";
import { Ring } from "./Waiting.tsx";

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

/** What the page itself brings, while there is no document that could: a mark of its head. */
const readMark = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="sanad-${name}"]`)?.content;

/** The full page while nothing is there yet, with the logo of the page where no configuration gives one. No spinner for less than 300 ms. */
export function Splash({ logo = readMark("logo") }: { logo?: string }) {
  const styles = useStyles();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.splash} aria-busy="true">
      {late && logo && <img className={styles.logo} src={logo} alt="" />}
      {late && <Ring large />}
    </div>
  );
}

/** What the page itself has to say: catalogues/texts in the language it was served in. */
function readPageWords(): Readonly<Record<string, string>> {
  const words = readMark("words");
  return words?.startsWith("{") ? (JSON.parse(words) as Record<string, string>) : {};
}

/** As long as it is seen that one more try is made: without a network it fails within a frame. */
const tryMs = 400;

/** Something could not be loaded: one sentence, one way on. Without a configuration the words are those of the page. */
export function LoadFailure({ config, retry }: { config?: ConfigClient; retry(): unknown }) {
  const styles = useStyles();
  const [trying, setTrying] = useState(false);
  useLayoutEffect(takePictureAway, []);
  const words = config?.words ?? ((key: string) => readPageWords()[key] ?? "");
  const press = async () => {
    if (trying) return;
    setTrying(true);
    await new Promise((done) => setTimeout(done, tryMs));
    await retry();
    setTrying(false);
  };
  return (
    <div className={styles.failure} role="alert">
      <p>{words("load.failed")}</p>
      <Button
        className={styles.retry}
        appearance="primary"
        size="large"
        aria-busy={trying || undefined}
        {...(trying && { icon: <Ring /> })}
        onClick={() => void press()}
      >
        {words("load.retry")}
      </Button>
    </div>
  );
}
