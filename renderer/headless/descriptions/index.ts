/**
 * The description of each block for assistive technology. To add a block: a function in this folder and a line here.
 */
import type { BlockName } from "#renderer/blocks/index.ts";
import type { Describe } from "./nodes.ts";
import { describeButton, describeResend } from "./buttons.ts";
import { describeForm } from "./form.ts";
import {
  describeCertificate,
  describeNextStep,
  describeList,
  describeTile,
  describeTiles,
  describeTimeline,
} from "./lists.ts";
import {
  describeDocuments,
  describeFilters,
  describeShortcuts,
  describeSplit,
  describeTable,
  describeThread,
} from "./tables.ts";
import {
  describeArticle,
  describeBanner,
  describeQrCode,
  describeContact,
  describeDialog,
  describeFacts,
  describeGroup,
  describeOrganisation,
  describeProgress,
  describeProof,
  describeTabs,
  describeText,
} from "./texts.ts";

/** For decorative blocks. */
const describeNothing: Describe = () => [];

/** A block without its description is a type error. */
export const blockDescriptions: Readonly<Record<BlockName, Describe>> = {
  article: describeArticle,
  banner: describeBanner,
  button: describeButton,
  certificate: describeCertificate,
  "qr-code": describeQrCode,
  "document-viewer": describeDocuments,
  filters: describeFilters,
  contact: describeContact,
  dialog: describeDialog,
  facts: describeFacts,
  form: describeForm,
  group: describeGroup,
  "next-step": describeNextStep,
  list: describeList,
  "status-icon": describeNothing,
  organisation: describeOrganisation,
  progress: describeProgress,
  proof: describeProof,
  resend: describeResend,
  shortcuts: describeShortcuts,
  split: describeSplit,
  table: describeTable,
  tabs: describeTabs,
  text: describeText,
  thread: describeThread,
  tile: describeTile,
  tiles: describeTiles,
  timeline: describeTimeline,
  video: describeNothing,
};

/** Returns how to describe a block, or undefined for an unknown name. */
export const findDescription = (block: string): Describe | undefined =>
  Object.hasOwn(blockDescriptions, block) ? blockDescriptions[block as BlockName] : undefined;
