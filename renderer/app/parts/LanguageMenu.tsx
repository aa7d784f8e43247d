import { Button } from "@fluentui/react-components";
import { GlobeRegular } from "@fluentui/react-icons";
import { Suspense, useState } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { getRoutes } from "#renderer/runtime/routes.ts";
import { lazyPart } from "../lazy-part.ts";

const LanguageList = lazyPart(() => import("./LanguageList.tsx").then(({ LanguageList: component }) => component));

/** The 'Language' button, if there is more than one language. The list loads when it is opened. */
export function LanguageMenu({ config }: { config: ConfigClient }) {
  const [open, setOpen] = useState(false);
  if (getRoutes(config).languages.filter(({ id }) => id !== "en").length === 0) return null;
  return (
    <>
      <Button
        appearance="subtle"
        style={{ minWidth: 44, minHeight: 44 }}
        icon={<GlobeRegular />}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={config.uiText("shell.language")}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Suspense fallback={null}>
          <LanguageList config={config} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
