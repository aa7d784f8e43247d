/*
 * The areas of the wallet API. One more: its file beside this one, exporting `<name>Area satisfies Area`, and a line here.
 */
import type { Area } from "./area.ts";
import { draftsArea } from "./drafts.ts";
import { identityArea } from "./identity.ts";
import { noticesArea } from "./notices.ts";
import { paymentsArea } from "./payments.ts";
import { profileArea } from "./profile.ts";
import { questionsArea } from "./questions.ts";
import { telemetryArea } from "./telemetry.ts";
import { transactionsArea } from "./transactions.ts";
import { verificationsArea } from "./verifications.ts";

export const areas = {
  profile: profileArea,
  identity: identityArea,
  transactions: transactionsArea,
  verifications: verificationsArea,
  drafts: draftsArea,
  questions: questionsArea,
  payments: paymentsArea,
  notices: noticesArea,
  telemetry: telemetryArea,
} as const satisfies Record<string, Area>;
