/**
 * The blocks a screen document may name. To add one: a file beside this one that exports its contract and its
 * component, and one line here (`ready` when every screen shows it, `lazy` when only some do); then `npm run meta`.
 */
import type { BlockEntry } from "./block.ts";
import { Button, contract as button } from "./Button.tsx";
import { Group, contract as group } from "./Group.tsx";
import { Organisation, contract as organisation } from "./Organisation.tsx";
import { Text, contract as text } from "./Text.tsx";

type Load = () => Promise<BlockEntry>;
const ready = (component: unknown, contract: BlockEntry["contract"]): BlockEntry => ({
  component: component as BlockEntry["component"],
  contract,
});
const lazy =
  (load: () => Promise<{ contract: BlockEntry["contract"] } & Record<string, unknown>>, name: string): Load =>
  async () => {
    const module = await load();
    return ready(module[name], module.contract);
  };

export const blocks: Record<string, BlockEntry | Load> = {
  organisation: ready(Organisation, organisation),
  text: ready(Text, text),
  article: lazy(() => import("./Article.tsx"), "Article"),
  banner: lazy(() => import("./Banner.tsx"), "Banner"),
  button: ready(Button, button),
  group: ready(Group, group),
  dialog: lazy(() => import("./Dialog.tsx"), "Dialog"),
  tabs: lazy(() => import("./Tabs.tsx"), "Tabs"),
  progress: lazy(() => import("./Progress.tsx"), "Progress"),
  tile: lazy(() => import("./Tile.tsx"), "Tile"),
  tiles: lazy(() => import("./Tiles.tsx"), "Tiles"),
  list: lazy(() => import("./List.tsx"), "List"),
  lead: lazy(() => import("./Lead.tsx"), "Lead"),
  certificate: lazy(() => import("./Certificate.tsx"), "Certificate"),
  facts: lazy(() => import("./Facts.tsx"), "Facts"),
  timeline: lazy(() => import("./Timeline.tsx"), "Timeline"),
  form: lazy(() => import("./Form.tsx"), "Form"),
  resend: lazy(() => import("./Resend.tsx"), "Resend"),
  mark: lazy(() => import("./Mark.tsx"), "Mark"),
  video: lazy(() => import("./Video.tsx"), "Video"),
};
