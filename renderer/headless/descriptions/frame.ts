import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import { listMenuItems } from "#renderer/app/menu-items.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { getRoutes } from "#renderer/runtime/routes.ts";
import { phaseAtom } from "#renderer/session/session.ts";
import { store } from "#renderer/session/slices.ts";
import { toShort, type AccessibleNode } from "./nodes.ts";

/** Describes the frame of every screen: organisation and menu. */
export const describeFrame = (config: ConfigClient | undefined): AccessibleNode[] =>
  config ? [describeBrand(config), ...describeMenu(config)] : [];

/** The brand: name, colour, logo, languages, and the screen beside the content. */
function describeBrand(config: ConfigClient): AccessibleNode {
  const organisation = config.get("organisation", config.orgId);
  const { name, logo = "" } = toWalletBrand(organisation);
  const languages = getRoutes(config).languages.map((language) => language.name);
  const { panel } = config.menu;
  const parts = [`brand ${name}`, organisation.colours.brand, `logo ${toShort(logo)}`, ...languages];
  return { role: "appearance", name: [...parts, panel && `panel ${panel}`].filter(Boolean).join(", ") };
}

/** The menu of a narrow window with its targets; empty before sign-in. */
function describeMenu(config: ConfigClient): AccessibleNode[] {
  if (store.get(phaseAtom) !== "signedIn") return [];
  return listMenuItems(config, false).map(({ item, label, badge, path }) => ({
    role: "menuitem",
    name: [label, badge, item.smallOnly && "(on a small window)", item.bar && "(in the bar of a wide one)"]
      .filter(Boolean)
      .join(" "),
    value: path ?? item.action ?? "",
  }));
}
