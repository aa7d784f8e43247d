import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useSetAtom } from "jotai";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { consentAtom } from "#renderer/session/consent.ts";

const useStyles = makeStyles({
  banner: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "center",
    gap: "4px 12px",
    padding: "8px 16px",
    "@media (max-width: 599px)": { justifyContent: "flex-start" },
    backgroundColor: tokens.colorNeutralBackground1,
    borderBlockEndWidth: "1px",
    borderBlockEndStyle: "solid",
    borderBlockEndColor: tokens.colorNeutralStroke2,
  },
  question: {
    margin: 0,
    flexBasis: "320px",
    flexGrow: 1,
    maxWidth: "640px",
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
  answers: { display: "flex", gap: "8px" },
  answer: { minHeight: "44px" },
});

/** Asks for consent to analytics. It is above the page and covers nothing. Either answer closes it. */
export function ConsentBanner({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const setConsent = useSetAtom(consentAtom);
  return (
    <section className={styles.banner} aria-label={config.uiText("consent.label")}>
      <p className={styles.question}>{config.uiText("consent.ask")}</p>
      <div className={styles.answers}>
        <Button className={styles.answer} onClick={() => setConsent("given")}>
          {config.uiText("consent.agree")}
        </Button>
        <Button className={styles.answer} appearance="subtle" onClick={() => setConsent("refused")}>
          {config.uiText("consent.refuse")}
        </Button>
      </div>
    </section>
  );
}
