import { Drawer, DrawerBody, DrawerHeader, DrawerHeaderTitle, Button } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Menu } from "./Menu.tsx";

/** The navigation on a small window. */
export function MenuDrawer({ config, current, close }: { config: ConfigClient; current: string; close(): void }) {
  return (
    <Drawer type="overlay" position="end" open onOpenChange={(_, { open }) => !open && close()} aria-label={config.words("shell.menu")}>
      <DrawerHeader>
        <DrawerHeaderTitle action={<Button appearance="subtle" style={{ minWidth: 44, minHeight: 44 }} icon={<DismissRegular />} aria-label={config.words("shell.close-menu")} onClick={close} />} />
      </DrawerHeader>
      <DrawerBody><nav aria-label={config.words("shell.navigation")}><Menu config={config} current={current} close={close} /></nav></DrawerBody>
    </Drawer>
  );
}
