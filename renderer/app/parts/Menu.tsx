import { makeStyles, mergeClasses, tokens, Badge } from "@fluentui/react-components";
import { useId, useSyncExternalStore } from "react";
import { useNavigate } from "react-router-dom";
import { useQuery } from "@tanstack/react-query";
import { resolveText } from "#engine/core/definitions/text.ts";
import { call } from "#renderer/data/client.ts";
import { findLoaded, onLoaded } from "#renderer/data/loaded-root.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { signOut } from "#renderer/session/session.ts";
import { listMenuItems, type MenuItem } from "../menu-items.ts";
import { openDemo } from "../open-demo.ts";
import { UnreadBadge } from "./UnreadBadge.tsx";
import { Icon } from "#renderer/shell/Icon.tsx";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { useIsWideWindow } from "../use-wide-window.ts";

const useStyles = makeStyles({
  list: { display: "flex", flexDirection: "column", gap: "4px", listStyleType: "none", margin: 0, padding: 0 },
  entry: {
    display: "flex",
    alignItems: "center",
    gap: "12px",
    width: "100%",
    minHeight: "44px",
    paddingInline: "12px",
    boxSizing: "border-box",
    border: "none",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: "transparent",
    color: tokens.colorNeutralForeground1,
    fontFamily: "inherit",
    fontSize: tokens.fontSizeBase300,
    textAlign: "start",
    textDecorationLine: "none",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "1px" },
  },
  current: {
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    // Its text has too little contrast on the hover colour of the others.
    ":hover": { backgroundColor: tokens.colorBrandBackground2 },
  },
  call: { display: "inline-flex", alignItems: "center", minHeight: "44px", color: tokens.colorBrandForegroundLink },
  contact: {
    marginBlockStart: "24px",
    paddingInline: "12px",
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
});

/** States of a transaction in which the menu shows the contact. */
const contactStates = "IN_PROGRESS,FAILED,COMPLETED,INSUFFICIENT_DATA,CLOSED";

/** The menu with the active entry marked, and the contact below. */
export function Menu({ config, current, close }: { config: ConfigClient; current: string; close?(): void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const wide = useIsWideWindow();
  const { panel } = config.menu;
  // Entries depend on the role, which comes after the frame.
  useSyncExternalStore(onLoaded, () => findLoaded("staff", config.orgId));
  const shown = listMenuItems(config, wide);
  const unreadId = useId();
  const isNotices = (screen: string | undefined) => screen !== undefined && screen === panel;
  const acts: Record<NonNullable<MenuItem["item"]["action"]>, () => void> = {
    signOut,
    openDemo: () => {
      close?.();
      openDemo(config);
    },
  };
  return (
    <>
      <ul className={styles.list}>
        {shown.map(({ item, label, badge, path }) => {
          const content = (
            <>
              <Icon name={item.icon} size={20} />
              <span>{label}</span>
              {isNotices(item.screen) && <UnreadBadge config={config} id={unreadId} />}
              {badge && (
                <Badge size="small" appearance="tint">
                  {badge}
                </Badge>
              )}
            </>
          );
          const className = mergeClasses(styles.entry, item.screen === current && styles.current);
          return (
            <li key={item.id}>
              {path ? (
                <a
                  className={className}
                  href={path}
                  aria-current={item.screen === current ? "page" : undefined}
                  aria-describedby={isNotices(item.screen) ? unreadId : undefined}
                  onClick={onLinkPress(path, () => {
                    close?.();
                    void navigate(path);
                  })}
                >
                  {content}
                </a>
              ) : (
                <button type="button" className={className} onClick={item.action && acts[item.action]}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {config.app.signIn === "candidate" && <ContactUs config={config} className={styles.contact} />}
    </>
  );
}

function ContactUs({ config, className }: { config: ConfigClient; className: string }) {
  const styles = useStyles();
  const transactions = useQuery({
    queryKey: ["transactions", "contact"],
    queryFn: ({ signal }) =>
      call("transactions.list", { seed: "0", count: "1", states: contactStates }, { signal }) as Promise<{
        total: number;
      }>,
  });
  const { contacts } = config.get("organisation", config.orgId);
  if (!contacts?.phone || !transactions.data?.total) return null;
  return (
    <div className={className}>
      <strong>{config.uiText("shell.contact")}</strong>
      <br />
      <a className={styles.call} href={`tel:${contacts.phone.replace(/\s/g, "")}`}>
        {contacts.phone}
      </a>
      <br />
      {contacts.hours && resolveText(contacts.hours, { roots: {}, rules: {} }, config.translate)}
    </div>
  );
}
