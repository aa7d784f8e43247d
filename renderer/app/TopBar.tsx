import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { ArrowLeftRegular, NavigationRegular } from "@fluentui/react-icons";
import { useAtomValue } from "jotai";
import { Suspense, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { RouteEntry } from "#renderer/data/config-client.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { toHomePath } from "#renderer/runtime/routes.ts";
import { baseUrl } from "#renderer/session/base-url.ts";
import { signedInAtom } from "#renderer/session/slices.ts";
import { LanguageMenu } from "./parts/LanguageMenu.tsx";
import { useIsChatVisible } from "./use-chat-visible.ts";
import { useIsWideWindow } from "./use-wide-window.ts";
import { lazyPart } from "./lazy-part.ts";

const MenuDrawer = lazyPart(() => import("./parts/MenuDrawer.tsx").then(({ MenuDrawer: component }) => component));
const Chat = lazyPart(() => import("./Chat.tsx").then(({ Chat: component }) => component));
const UnreadBadge = lazyPart(() => import("./parts/UnreadBadge.tsx").then(({ UnreadBadge: component }) => component));
const TopBarActions = lazyPart(() =>
  import("./parts/TopBarActions.tsx").then(({ TopBarActions: component }) => component),
);

const useStyles = makeStyles({
  bar: {
    position: "sticky",
    insetBlockStart: 0,
    zIndex: 100,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "56px",
    paddingInline: "8px",
    paddingBlockStart: "env(safe-area-inset-top)",
    backgroundColor: tokens.colorNeutralBackground1,
    borderBlockEndWidth: "1px",
    borderBlockEndStyle: "solid",
    borderBlockEndColor: tokens.colorNeutralStroke2,
    "@media (max-width: 359px)": { gap: 0 },
  },
  brand: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase400,
    minWidth: 0,
    flexGrow: 1,
    paddingInline: "8px",
  },
  logo: { height: "28px", width: "28px", objectFit: "contain" },
  name: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  icon: { minWidth: "44px", minHeight: "44px", position: "relative" },
  unread: { position: "absolute", insetBlockStart: "2px", insetInlineEnd: "2px", display: "flex" },
});

/** The top bar: logo and name, back, and in a narrow window the menu. */
export function TopBar({ config, entry }: { config: ConfigClient; entry: RouteEntry }) {
  const styles = useStyles();
  const signedIn = useAtomValue(signedInAtom);
  const wide = useIsWideWindow(entry);
  const [open, setOpen] = useState(false);
  const unreadId = useId();
  const goBack = useBack(config, entry);
  const chat = useIsChatVisible(entry);
  const { name, logo } = toWalletBrand(config.get("organisation", config.orgId));
  const title = resolveText(config.app.title, { roots: {}, rules: {} }, config.translate);
  return (
    <header className={styles.bar}>
      {goBack && (
        <Button
          className={styles.icon}
          appearance="subtle"
          icon={<ArrowLeftRegular />}
          aria-label={config.uiText("shell.back")}
          onClick={goBack}
        />
      )}
      <div className={styles.brand}>
        <img className={styles.logo} src={logo} alt="" />
        <span className={styles.name}>
          {name}
          {title && ` · ${title}`}
        </span>
      </div>
      {wide && (
        <Suspense fallback={null}>
          <TopBarActions config={config} />
        </Suspense>
      )}
      {chat && (
        <Suspense fallback={null}>
          <Chat config={config} />
        </Suspense>
      )}
      <LanguageMenu config={config} />
      {signedIn && !wide && (
        <Button
          className={styles.icon}
          appearance="subtle"
          icon={<NavigationRegular />}
          aria-expanded={open}
          aria-label={config.uiText("shell.open-menu")}
          aria-describedby={unreadId}
          onClick={() => setOpen(!open)}
        >
          <span className={styles.unread}>
            {config.menu.panel && (
              <Suspense fallback={null}>
                <UnreadBadge config={config} id={unreadId} />
              </Suspense>
            )}
          </span>
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <MenuDrawer config={config} current={entry.id} close={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** Returns whether the page was opened at this entry of the tab's history. The router counts entries in `idx`. */
const isFirstEntry = (): boolean => !(window.history.state as { idx?: number } | null)?.idx;

/** The action of 'Back' as the screen defines it; undefined for none. */
function useBack(config: ConfigClient, entry: RouteEntry): (() => void) | undefined {
  const navigate = useNavigate();
  const location = useLocation();
  const actions: Record<string, () => void> = {
    root: () => void navigate({ pathname: toHomePath(config), search: location.search }),
    search: () => void navigate(baseUrl.readForm()),
    history: () => void (isFirstEntry() ? navigate(toHomePath(config)) : navigate(-1)),
  };
  const { back = "none" } = entry;
  return actions[typeof back === "string" ? back : (back[location.pathname] ?? "none")];
}
