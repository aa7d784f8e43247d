import type { ConfigClient } from "#renderer/data/config-client.ts";
import { getRoutes } from "#renderer/runtime/routes.ts";
import { ScreenPanel } from "#renderer/screen/ScreenPanel.tsx";

/** The short form of the notifications beside the content. The menu names its screen. */
export function NotificationsPanel({ config }: { config: ConfigClient }) {
  const { panel } = config.menu;
  const entry = getRoutes(config).routes.find(({ id }) => id === panel);
  return entry ? <ScreenPanel config={config} entry={entry} /> : null;
}
