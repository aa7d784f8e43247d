import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Modal } from "#renderer/shell/Modal.tsx";
import { closeDemo } from "../open-demo.ts";

/** The demo video, or a text if the organisation has none. */
export function DemoDialog({ config }: { config: ConfigClient }) {
  const { demoVideo } = config.get("organisation", config.orgId);
  return (
    <Modal title={config.uiText("shell.demo")} closeLabel={config.uiText("dialog.close")} onClose={closeDemo}>
      {demoVideo ? (
        <video
          src={demoVideo}
          controls
          controlsList="nodownload"
          style={{ width: "100%", maxHeight: "calc(100dvh - 160px)" }}
        />
      ) : (
        <p>{config.uiText("shell.no-demo")}</p>
      )}
    </Modal>
  );
}
