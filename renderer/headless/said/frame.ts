import { toTrust } from "#engine/documents/trust.ts";
import { listMenuItems } from "#renderer/app/menu-items.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { getRoutes } from "#renderer/runtime/routes.ts";
import { phaseAtom } from "#renderer/session/session.ts";
import { store } from "#renderer/session/slices.ts";
import { toShort, type Said } from "./say.ts";

/** What stands around every screen: whose page it is, and the menu. */
export const sayFrame = (config: ConfigClient | undefined): Said[] =>
  config ? [sayBrand(config), ...sayMenu(config)] : [];

/** The colour, the logo and name that stand in the bar, the languages one may choose, and which screen stands beside others on a wide window. */
function sayBrand(config: ConfigClient): Said {
  const organisation = config.get("organisation", config.orgId);
  const { name, logo = "" } = toTrust(organisation);
  const languages = getRoutes(config).languages.map((language) => language.name);
  const { panel } = config.get("menu", "menu");
  const looks = [`brand ${name}`, organisation.colours.brand, `logo ${toShort(logo)}`, ...languages];
  return { role: "looks", name: [...looks, panel && `beside ${panel}`].filter(Boolean).join(", ") };
}

/** The menu, as a small window has it, with where each entry leads; none before one has signed in. */
function sayMenu(config: ConfigClient): Said[] {
  if (store.get(phaseAtom) !== "signedIn") return [];
  return listMenuItems(config, false).map(({ item, label, badge, path }) => ({
    role: "menuitem",
    name: [label, badge, item.smallOnly && "(on a small window)", item.bar && "(in the bar of a wide one)"]
      .filter(Boolean)
      .join(" "),
    value: path ?? item.action ?? "",
  }));
}
