import type { ConfigClient } from "#renderer/data/config-client.ts";
import { getRoutes } from "#renderer/runtime/routes.ts";
import { Part } from "#renderer/screen/Part.tsx";

/** The short form of the notifications beside the content: the screen that the menu names. */
export function NotificationsPanel({ config }: { config: ConfigClient }) {
  const { panel } = config.get("menu", "menu");
  const entry = getRoutes(config).routes.find(({ id }) => id === panel);
  return entry ? <Part config={config} entry={entry} /> : null;
}
