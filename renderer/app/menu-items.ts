import type { DocumentOf } from "#engine/documents/document-of.ts";
import { resolveText } from "#engine/documents/text.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toPath } from "#renderer/runtime/routes.ts";
import { toSessionRoot } from "#renderer/runtime/roots.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";

/** An entry of the menu as it stands now. */
export interface MenuItem {
  readonly item: DocumentOf<"menu">["items"][number];
  readonly label: string;
  readonly badge: string | undefined;
  /** Where it leads; undefined for one that does something. */
  readonly path: string | undefined;
}

/** The entries of catalogues/menu that are there for this visitor; some stand on a small window only. */
export function listMenuItems(config: ConfigClient, wide: boolean): MenuItem[] {
  const organisation = config.get("organisation", config.orgId);
  const scope = {
    roots: { session: toSessionRoot(), organisation: { ...organisation, flags: organisation.flags ?? {} } },
    rules: config.rules,
  };
  return config
    .get("menu", "menu")
    .items.filter((item) => isTrue(item.when, scope) && !(wide && item.smallOnly))
    .map((item) => ({
      item,
      label: resolveText(item.label, scope, config.translate),
      badge: item.badge && resolveText(item.badge, scope, config.translate),
      path: item.screen && toPath(config, item.screen, {}, {}, store.get(openIdsAtom)),
    }));
}
