import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { isTrue } from "#engine/core/rules/evaluate.ts";
import { findLoaded } from "#renderer/data/loaded-root.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toPath } from "#renderer/runtime/routes.ts";
import { toSessionRoot } from "#renderer/runtime/roots.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";

/** An entry of the menu. */
export interface MenuItem {
  readonly item: DefinitionOf<"menu">["items"][number];
  readonly label: string;
  readonly badge: string | undefined;
  /** The address of its screen; undefined for an action. */
  readonly path: string | undefined;
}

/**
 * The entries of the app's menu for this user. A wide window leaves out those with `smallOnly`; what depends on a role
 * appears once a screen has loaded the root staff.
 */
export function listMenuItems(config: ConfigClient, wide: boolean): MenuItem[] {
  const organisation = config.get("organisation", config.orgId);
  const scope = {
    roots: {
      session: toSessionRoot(),
      organisation: { ...organisation, flags: organisation.flags ?? {} },
      staff: findLoaded("staff", config.orgId),
    },
    rules: config.rules,
  };
  return config.menu.items
    .filter((item) => isTrue(item.when, scope) && !(wide && item.smallOnly))
    .map((item) => ({
      item,
      label: resolveText(item.label, scope, config.translate),
      badge: item.badge && resolveText(item.badge, scope, config.translate),
      path: item.screen && toPath(config, item.screen, {}, {}, store.get(openIdsAtom)),
    }));
}
