import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Modal } from "#renderer/shell/Modal.tsx";
import { closeDemo } from "../open-demo.ts";

/** The demo film, with controls that are in sight and without download; says so when the organisation has none. */
export function DemoDialog({ config }: { config: ConfigClient }) {
  const { demoVideo } = config.get("organisation", config.orgId);
  return (
    <Modal title={config.words("shell.demo")} closeLabel={config.words("dialog.close")} onClose={closeDemo}>
      {demoVideo ? (
        <video
          src={demoVideo}
          controls
          controlsList="nodownload"
          style={{ width: "100%", maxHeight: "calc(100dvh - 160px)" }}
        />
      ) : (
        <p>{config.words("shell.no-demo")}</p>
      )}
    </Modal>
  );
}
