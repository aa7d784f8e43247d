import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Menu } from "./Menu.tsx";
import { Modal } from "#renderer/shell/Modal.tsx";

/** The menu of a narrow window. */
export function MenuDrawer({ config, current, close }: { config: ConfigClient; current: string; close(): void }) {
  return (
    <Modal
      side={config.get("limits", "limits").limits.swipe}
      label={config.uiText("shell.menu")}
      closeLabel={config.uiText("shell.close-menu")}
      onClose={close}
    >
      <nav aria-label={config.uiText("shell.navigation")}>
        <Menu config={config} current={current} close={close} />
      </nav>
    </Modal>
  );
}
