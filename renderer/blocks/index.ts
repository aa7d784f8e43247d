/**
 * The registry of blocks. To add one: a file here that exports contract, `about` and component, and a line below.
 * Blocks of some screens only are loaded on demand, by name, so that `about` stays out of the page. Then run `npm run
 * meta`.
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

const registry = {
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
  "next-step": () => import("./NextStep.tsx").then(({ NextStep, contract }) => ready(NextStep, contract)),
  certificate: () => import("./Certificate.tsx").then(({ Certificate, contract }) => ready(Certificate, contract)),
  "qr-code": () => import("./QrCode.tsx").then(({ QrCode, contract }) => ready(QrCode, contract)),
  proof: () => import("./Proof.tsx").then(({ Proof, contract }) => ready(Proof, contract)),
  contact: () => import("./Contact.tsx").then(({ Contact, contract }) => ready(Contact, contract)),
  facts: () => import("./Facts.tsx").then(({ Facts, contract }) => ready(Facts, contract)),
  timeline: () => import("./Timeline.tsx").then(({ Timeline, contract }) => ready(Timeline, contract)),
  form: () => import("./Form.tsx").then(({ Form, contract }) => ready(Form, contract)),
  resend: () => import("./Resend.tsx").then(({ Resend, contract }) => ready(Resend, contract)),
  "status-icon": () => import("./StatusIcon.tsx").then(({ StatusIcon, contract }) => ready(StatusIcon, contract)),
  table: () => import("./Table.tsx").then(({ Table, contract }) => ready(Table, contract)),
  filters: () => import("./Filters.tsx").then(({ Filters, contract }) => ready(Filters, contract)),
  split: () => import("./Split.tsx").then(({ Split, contract }) => ready(Split, contract)),
  thread: () => import("./Thread.tsx").then(({ Thread, contract }) => ready(Thread, contract)),
  shortcuts: () => import("./Shortcuts.tsx").then(({ Shortcuts, contract }) => ready(Shortcuts, contract)),
  "document-viewer": () => import("./Documents.tsx").then(({ Documents, contract }) => ready(Documents, contract)),
  video: () => import("./Video.tsx").then(({ Video, contract }) => ready(Video, contract)),
} satisfies Record<string, BlockEntry | Load>;

/** The name of a block. headless/descriptions has a description for each, or does not compile. */
export type BlockName = keyof typeof registry;

/** The registry by any name; loading a block replaces its entry. */
export const blocks: Record<string, BlockEntry | Load> = registry;
