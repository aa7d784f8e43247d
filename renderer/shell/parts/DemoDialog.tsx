import type { OrganisationDocument } from "#engine/documents/request.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Modal } from "../Modal.tsx";

/** The demo film, with controls and without download; says so when the organisation has none. */
export function DemoDialog({ config, close }: { config: ConfigClient; close(): void }) {
  const { demoVideo } = config.get<OrganisationDocument>("organisation", config.orgId);
  return (
    <Modal title={config.words("shell.demo")} closeLabel={config.words("dialog.close")} onClose={close}>
      {demoVideo ? <video src={demoVideo} controls controlsList="nodownload" style={{ width: "100%" }} /> : <p>{config.words("shell.no-demo")}</p>}
    </Modal>
  );
}
