/** What each block says to somebody who does not see it. One more block: a file beside this one, or a line where it only draws. */
import type { Say } from "./say.ts";
import { sayButton, sayResend } from "./buttons.ts";
import { sayForm } from "./form.ts";
import { sayCertificate, sayLead, sayList, sayTile, sayTiles, sayTimeline } from "./lists.ts";
import {
  sayArticle,
  sayBanner,
  sayCode,
  sayContact,
  sayDialog,
  sayFacts,
  sayGroup,
  sayOrganisation,
  sayProgress,
  sayProof,
  sayTabs,
  sayText,
} from "./texts.ts";

/** It draws and says nothing of its own. */
const silent: Say = () => [];

export const says: Readonly<Record<string, Say>> = {
  article: sayArticle,
  banner: sayBanner,
  button: sayButton,
  certificate: sayCertificate,
  code: sayCode,
  contact: sayContact,
  dialog: sayDialog,
  facts: sayFacts,
  form: sayForm,
  group: sayGroup,
  lead: sayLead,
  list: sayList,
  mark: silent,
  organisation: sayOrganisation,
  progress: sayProgress,
  proof: sayProof,
  resend: sayResend,
  tabs: sayTabs,
  text: sayText,
  tile: sayTile,
  tiles: sayTiles,
  timeline: sayTimeline,
  video: silent,
};
