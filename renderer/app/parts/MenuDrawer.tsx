import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Menu } from "./Menu.tsx";
import { Modal } from "#renderer/shell/Modal.tsx";

/** The navigation on a small window. */
export function MenuDrawer({ config, current, close }: { config: ConfigClient; current: string; close(): void }) {
  return (
    <Modal
      side={config.get("limits", "limits").limits.swipe}
      label={config.words("shell.menu")}
      closeLabel={config.words("shell.close-menu")}
      onClose={close}
    >
      <nav aria-label={config.words("shell.navigation")}>
        <Menu config={config} current={current} close={close} />
      </nav>
    </Modal>
  );
}
