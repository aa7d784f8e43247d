import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useAtomValue } from "jotai";
import { Suspense, useRef, useSyncExternalStore, type ReactNode } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { RouteEntry } from "#renderer/data/config-client.ts";
import { consentAtom } from "#renderer/session/consent.ts";
import { interruptionAtom, resumeInterrupted } from "#renderer/session/interruption.ts";
import { miscAtom, signedInAtom } from "#renderer/session/slices.ts";
import { showSnackbar } from "#renderer/session/snackbars.ts";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { TopBar } from "./TopBar.tsx";
import { closeDemo } from "./open-demo.ts";
import { useIsWideWindow } from "./use-wide-window.ts";
import { lazyPart } from "./lazy-part.ts";

const Menu = lazyPart(() => import("./parts/Menu.tsx").then(({ Menu: component }) => component));
const NotificationsPanel = lazyPart(() =>
  import("./parts/NotificationsPanel.tsx").then(({ NotificationsPanel: component }) => component),
);

const DemoDialog = lazyPart<{ config: ConfigClient }>(
  () => import("./parts/DemoDialog.tsx").then(({ DemoDialog: component }) => component),
  ({ config }) => {
    closeDemo();
    showSnackbar(config.uiText("load.failed"), "error");
  },
);
const QuestionDialog = lazyPart<{ config: ConfigClient }>(
  () => import("./parts/QuestionDialog.tsx").then(({ QuestionDialog: component }) => component),
  ({ config }) => {
    resumeInterrupted(false);
    showSnackbar(config.uiText("load.failed"), "error");
  },
);
const ConsentBanner = lazyPart(() =>
  import("./parts/ConsentBanner.tsx").then(({ ConsentBanner: component }) => component),
);

const useStyles = makeStyles({
  page: {
    minHeight: "100dvh",
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
  },
  skip: {
    position: "absolute",
    insetInlineStart: "-9999px",
    ":focus": {
      insetInlineStart: "8px",
      insetBlockStart: "8px",
      zIndex: 2000,
      padding: "12px 16px",
      backgroundColor: tokens.colorNeutralBackground1,
      borderRadius: tokens.borderRadiusMedium,
      boxShadow: tokens.shadow16,
    },
  },
  columns: { display: "flex", justifyContent: "center", gap: "24px", paddingInline: "24px" },
  nav: {
    width: "240px",
    flexShrink: 0,
    position: "sticky",
    insetBlockStart: "57px",
    alignSelf: "flex-start",
    // Aligns the first entry (44 px) with the page's heading.
    paddingBlockStart: "20px",
  },
  panel: {
    width: "320px",
    flexShrink: 0,
    position: "sticky",
    insetBlockStart: "57px",
    alignSelf: "flex-start",
    maxHeight: "calc(100dvh - 77px)",
    overflowY: "auto",
    paddingBlockStart: "20px",
  },
  main: {
    width: "100%",
    maxWidth: "720px",
    minWidth: 0,
    boxSizing: "border-box",
    paddingBlockStart: "24px",
    paddingInline: "16px",
    marginInline: "auto",
    "@media (min-width: 600px)": { paddingInline: "24px" },
  },
  inColumns: { paddingInline: 0, marginInline: 0, "@media (min-width: 600px)": { paddingInline: 0 } },
  offline: {
    "> p": {
      margin: 0,
      padding: "8px 16px",
      textAlign: "center",
      backgroundColor: tokens.colorStatusWarningBackground1,
      color: tokens.colorStatusWarningForeground1,
      lineHeight: tokens.lineHeightBase300,
    },
  },
  plain: { maxWidth: "480px" },
  wide: { maxWidth: "none" },
  bleed: { "@media (max-width: 599px)": { paddingInline: 0, paddingBlockStart: 0 } },
});

/** The frame of every screen: skip link, top bar, and in a wide window the navigation and the notifications. */
export function Frame({ config, entry, children }: { config: ConfigClient; entry: RouteEntry; children: ReactNode }) {
  const styles = useStyles();
  const signedIn = useAtomValue(signedInAtom);
  const { openDemo } = useAtomValue(miscAtom);
  const asks = useAtomValue(interruptionAtom) !== undefined;
  const content = useRef<HTMLElement>(null);
  const wide = useIsWideWindow(entry);
  const online = useOnline();
  const asksConsent =
    useAtomValue(consentAtom) === "open" &&
    config.app.signIn === "candidate" &&
    config.get("organisation", config.orgId).consent === true;
  const panel = config.menu.panel;
  const columns = wide && signedIn && entry.layout !== "plain";
  return (
    <div className={styles.page}>
      <a
        className={styles.skip}
        href="#content"
        // Following the fragment would be a navigation, which loses the navigation state.
        onClick={onLinkPress("#content", () => content.current?.focus())}
      >
        {config.uiText("shell.skip")}
      </a>
      <TopBar config={config} entry={entry} />
      {asksConsent && (
        <Suspense fallback={null}>
          <ConsentBanner config={config} />
        </Suspense>
      )}
      <div className={styles.offline} aria-live="polite">
        {!online && <p>{config.uiText("shell.offline")}</p>}
      </div>
      {openDemo && (
        <Suspense fallback={null}>
          <DemoDialog config={config} />
        </Suspense>
      )}
      {/* One tree in every width: a page keeps what is typed when the window is turned or zoomed. */}
      <div className={columns ? styles.columns : undefined}>
        {columns && (
          <nav className={styles.nav} aria-label={config.uiText("shell.navigation")}>
            <Suspense fallback={null}>
              <Menu config={config} current={entry.id} />
            </Suspense>
          </nav>
        )}
        <main
          ref={content}
          id="content"
          tabIndex={-1}
          className={mergeClasses(
            styles.main,
            columns && styles.inColumns,
            entry.layout === "plain" && styles.plain,
            entry.layout === "wide" && styles.wide,
            entry.bleed && styles.bleed,
          )}
        >
          {children}
        </main>
        {columns && panel !== undefined && entry.id !== panel && entry.layout !== "wide" && (
          <aside className={styles.panel} aria-label={config.uiText("shell.notifications")}>
            <Suspense fallback={null}>
              <NotificationsPanel config={config} />
            </Suspense>
          </aside>
        )}
      </div>
      {asks && (
        <Suspense fallback={null}>
          <QuestionDialog config={config} />
        </Suspense>
      )}
    </div>
  );
}

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

/** Returns false while the browser is offline. */
const useOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
