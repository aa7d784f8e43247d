/*
 * The areas of the wallet API. To add one: a file in this folder that exports `<name>Area satisfies Area`, and a line
 * here.
 */
import type { Area } from "./area.ts";
import { casesArea } from "./cases.ts";
import { chatsArea } from "./chats.ts";
import { credentialsArea } from "./credentials.ts";
import { deliveriesArea } from "./deliveries.ts";
import { deletionsArea } from "./deletions.ts";
import { draftsArea } from "./drafts.ts";
import { filesArea } from "./files.ts";
import { formMessagesArea } from "./form-messages.ts";
import { formsArea } from "./forms.ts";
import { identityArea } from "./identity.ts";
import { shareLinksArea } from "./share-links.ts";
import { listsArea } from "./lists.ts";
import { nameChangesArea } from "./name-changes.ts";
import { noticesArea } from "./notices.ts";
import { offersArea } from "./offers.ts";
import { ordersArea } from "./orders.ts";
import { passkeysArea } from "./passkeys.ts";
import { paymentsArea } from "./payments.ts";
import { placesArea } from "./places.ts";
import { presentationsArea } from "./presentations.ts";
import { profileArea } from "./profile.ts";
import { questionsArea } from "./questions.ts";
import { sessionsArea } from "./sessions.ts";
import { sourceRequestsArea } from "./source-requests.ts";
import { staffArea } from "./staff.ts";
import { telemetryArea } from "./telemetry.ts";
import { transactionsArea } from "./transactions.ts";
import { verificationsArea } from "./verifications.ts";
import { verifierApiArea } from "./verifier-api.ts";

export const areas = {
  profile: profileArea,
  sessions: sessionsArea,
  passkeys: passkeysArea,
  identity: identityArea,
  transactions: transactionsArea,
  verifications: verificationsArea,
  drafts: draftsArea,
  questions: questionsArea,
  payments: paymentsArea,
  files: filesArea,
  places: placesArea,
  lists: listsArea,
  credentials: credentialsArea,
  links: shareLinksArea,
  offers: offersArea,
  presentations: presentationsArea,
  notices: noticesArea,
  telemetry: telemetryArea,
  staff: staffArea,
  cases: casesArea,
  chats: chatsArea,
  forms: formsArea,
  formMessages: formMessagesArea,
  nameChanges: nameChangesArea,
  deletions: deletionsArea,
  orders: ordersArea,
  deliveries: deliveriesArea,
  verifierApi: verifierApiArea,
  sourceRequests: sourceRequestsArea,
} as const satisfies Record<string, Area>;
