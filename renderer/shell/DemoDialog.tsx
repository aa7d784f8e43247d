import { Button, Dialog, DialogActions, DialogBody, DialogContent, DialogSurface, DialogTitle, DialogTrigger } from "@fluentui/react-components";
import type { OrganisationDocument } from "#engine/documents/request.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";

/** The demo film, with controls and without download; says so when the organisation has none. */
export function DemoDialog({ config, close }: { config: ConfigClient; close(): void }) {
  const { demoVideo } = config.get<OrganisationDocument>("organisation", config.orgId);
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{config.words("shell.demo")}</DialogTitle>
          <DialogContent>{demoVideo ? <video src={demoVideo} controls controlsList="nodownload" style={{ width: "100%" }} /> : config.words("shell.no-demo")}</DialogContent>
          <DialogActions><DialogTrigger disableButtonEnhancement><Button size="large">{config.words("shell.close")}</Button></DialogTrigger></DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
