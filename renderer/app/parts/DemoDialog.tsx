import { useEffect } from "react";
import type { FrameDialog } from "#engine/documents/frame.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { trace } from "#renderer/runtime/trace.ts";
import { Modal } from "#renderer/shell/Modal.tsx";

/** The demo film, with controls and without download; says so when the organisation has none. */
export function DemoDialog({ config, close }: { config: ConfigClient; close(): void }) {
  useEffect(() => trace({ dialog: "demo" satisfies FrameDialog }, config, {}), [config]);
  const { demoVideo } = config.get("organisation", config.orgId);
  return (
    <Modal title={config.words("shell.demo")} closeLabel={config.words("dialog.close")} onClose={close}>
      {demoVideo ? (
        <video src={demoVideo} controls controlsList="nodownload" style={{ width: "100%" }} />
      ) : (
        <p>{config.words("shell.no-demo")}</p>
      )}
    </Modal>
  );
}
