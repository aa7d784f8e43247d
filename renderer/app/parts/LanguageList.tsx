import { Button, makeStyles } from "@fluentui/react-components";
import { useAtomValue, useSetAtom } from "jotai";
import { useLocation, useNavigate } from "react-router-dom";
import { call } from "#renderer/data/client.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Modal } from "#renderer/shell/Modal.tsx";
import { getRoutes } from "#renderer/runtime/routes.ts";
import { miscAtom, signedInAtom } from "#renderer/session/slices.ts";

const useStyles = makeStyles({
  list: { display: "flex", flexDirection: "column", gap: "8px" },
  choice: { minHeight: "44px", justifyContent: "flex-start" },
});

/** The languages, each by its own name. The choice is stored for the tab and in the user's profile. */
export function LanguageList({ config, close }: { config: ConfigClient; close(): void }) {
  const styles = useStyles();
  const location = useLocation();
  const navigate = useNavigate();
  const signedIn = useAtomValue(signedInAtom);
  const setMisc = useSetAtom(miscAtom);
  const others = getRoutes(config).languages.filter(({ id }) => id !== "en");
  const choose = (locale: string) => {
    setMisc({ locale });
    const query = new URLSearchParams(location.search);
    if (query.has("lang")) {
      query.delete("lang");
      void navigate(
        { pathname: location.pathname, search: query.toString() },
        { replace: true, state: location.state },
      );
    }
    if (signedIn)
      void call("profile.patch", { locale }).catch((error: unknown) =>
        console.warn("The language was not kept with the profile", error),
      );
    close();
  };
  return (
    <Modal title={config.uiText("shell.language")} closeLabel={config.uiText("dialog.close")} onClose={close}>
      <div className={styles.list}>
        {[{ id: "en", name: "English" }, ...others].map(({ id, name }) => (
          <Button
            key={id}
            lang={id}
            className={styles.choice}
            appearance={config.manifest.locale === id ? "primary" : "secondary"}
            onClick={() => choose(id)}
          >
            {name}
          </Button>
        ))}
      </div>
    </Modal>
  );
}
