/**
 * The blocks a screen document may name. To add one: a file beside this one that exports its contract, what an editor says
 * of it and its component, and one line here (imported when every screen shows it, fetched when only some do: by name, so
 * that what an editor says stays out of the page); then `npm run meta`.
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

export const blocks: Record<string, BlockEntry | Load> = {
  organisation: ready(Organisation, organisation),
  text: ready(Text, text),
  article: () => import("./Article.tsx").then(({ Article, contract }) => ready(Article, contract)),
  banner: () => import("./Banner.tsx").then(({ Banner, contract }) => ready(Banner, contract)),
  button: ready(Button, button),
  group: ready(Group, group),
  dialog: () => import("./Dialog.tsx").then(({ Dialog, contract }) => ready(Dialog, contract)),
  tabs: () => import("./Tabs.tsx").then(({ Tabs, contract }) => ready(Tabs, contract)),
  progress: () => import("./Progress.tsx").then(({ Progress, contract }) => ready(Progress, contract)),
  tile: () => import("./Tile.tsx").then(({ Tile, contract }) => ready(Tile, contract)),
  tiles: () => import("./Tiles.tsx").then(({ Tiles, contract }) => ready(Tiles, contract)),
  list: () => import("./List.tsx").then(({ List, contract }) => ready(List, contract)),
  lead: () => import("./Lead.tsx").then(({ Lead, contract }) => ready(Lead, contract)),
  certificate: () => import("./Certificate.tsx").then(({ Certificate, contract }) => ready(Certificate, contract)),
  code: () => import("./Code.tsx").then(({ Code, contract }) => ready(Code, contract)),
  proof: () => import("./Proof.tsx").then(({ Proof, contract }) => ready(Proof, contract)),
  contact: () => import("./Contact.tsx").then(({ Contact, contract }) => ready(Contact, contract)),
  facts: () => import("./Facts.tsx").then(({ Facts, contract }) => ready(Facts, contract)),
  timeline: () => import("./Timeline.tsx").then(({ Timeline, contract }) => ready(Timeline, contract)),
  form: () => import("./Form.tsx").then(({ Form, contract }) => ready(Form, contract)),
  resend: () => import("./Resend.tsx").then(({ Resend, contract }) => ready(Resend, contract)),
  mark: () => import("./Mark.tsx").then(({ Mark, contract }) => ready(Mark, contract)),
  video: () => import("./Video.tsx").then(({ Video, contract }) => ready(Video, contract)),
};
