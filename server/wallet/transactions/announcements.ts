import { eq } from "drizzle-orm";
import type { State } from "#engine/core/definitions/states.ts";
import type { MissingInput } from "#engine/core/definitions/states.ts";
import { toMissingInput } from "#engine/core/transaction/missing-input.ts";
import { messageKeys, type MessageKey, type MessageValue } from "#engine/core/definitions/message-keys.ts";
import type { OutgoingMessage } from "#server/messaging/outbox/outbox.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { toOrganisationName } from "#server/config/release.ts";
import { getAt } from "#engine/core/base/json-pointer.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { listUndecided } from "../verifier/undecided.ts";
import { english } from "./english-text.ts";
import {
  findSubmission,
  type ItemRow,
  type LoadedTransaction,
  type SubmissionRow,
  type TransactionRow,
} from "./load.ts";

/** Services for announcements. Messages leave through the outbox, in the candidate's language. */
export type AnnouncementServices = Pick<Services, "outbox" | "config" | "settings" | "findMessageTexts">;

/** Notices about a transaction; all have form and organisation as values. */
type TransactionNotice =
  | "verification-complete"
  | "verification-failed"
  | "action-required"
  | "evaluation-complete"
  | Reminder
  | Closure
  | Reopening
  | NameChange;
type Reminder = "form-waiting" | "form-unpaid" | "form-unsent";
type Reopening = "form-reopened" | "change-allowed" | "mailbox-corrected";
type NameChange = "name-change-approved" | "name-change-refused";
type Closure = "verification-closed" | "closed-unpaid" | "closed-unsent";

/** A verification and its decided submission. */
interface DecidedVerification {
  item: ItemRow;
  submission: SubmissionRow | undefined;
}

/** An announcement; `messages`: send it by phone and email too. */
interface Announcement {
  notice: TransactionNotice;
  messages: boolean;
  /** The verification concerned; by default the first in the transaction's state. */
  decided?: DecidedVerification | undefined;
  /** Days left, for notices that mention them. */
  days?: number;
  /** Further values of the notice. */
  values?: Readonly<Record<string, MessageValue>>;
  /** The message waits, also when nothing is left to decide, so that the decision can be undone. */
  isHeld?: boolean;
}

/** Notices by missing input: the reminder, and the one for closing. */
const noticesByMissingInput: Readonly<Record<MissingInput, { reminder: Reminder; closure: Closure }>> = {
  documents: { reminder: "form-waiting", closure: "verification-closed" },
  payment: { reminder: "form-unpaid", closure: "closed-unpaid" },
  submission: { reminder: "form-unsent", closure: "closed-unsent" },
  none: { reminder: "form-waiting", closure: "verification-closed" },
};

/** Announcements by the new state of a transaction. A new one is one line here. */
const announcements: Partial<Record<State, (loaded: LoadedTransaction) => Announcement>> = {
  COMPLETED: () => ({ notice: "verification-complete", messages: true }),
  FAILED: () => ({ notice: "verification-failed", messages: true }),
  INSUFFICIENT_DATA: () => ({ notice: "action-required", messages: true }),
  CLOSED: (loaded) => ({ notice: findMissingInputNotices(loaded).closure, messages: true }),
};

/** Announces a transition in its database transaction: a notification and, for some states, one SMS and one email. */
export async function announceTransition(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: AnnouncementServices,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<void> {
  const announcement = announcements[loaded.row.state]?.(loaded);
  const key = `${loaded.row.state}:${loaded.now.getTime()}`;
  if (announcement) return announce(tx, loaded, { ...announcement, key, isHeld }, services);
  // The candidate has answered, so what still waits is no longer true.
  await services.outbox.dropHeld(tx, toHoldKey(loaded.row));
}

/** Announces a further request of the verifier for a transaction that already waits for its candidate. */
export async function announceInsufficiency(
  tx: Queryable,
  loaded: LoadedTransaction,
  { eventId, subType, isHeld }: { eventId: string; subType: string; isHeld: boolean },
  services: AnnouncementServices,
): Promise<void> {
  const announcement = announcements.INSUFFICIENT_DATA?.(loaded);
  const decided = findSubmission(loaded, subType);
  const key = `insufficient:${eventId}`;
  if (announcement) await announce(tx, loaded, { ...announcement, decided, key, isHeld }, services);
}

/** Reminds the candidate of the missing input, with the days left. */
export async function sendReminder(
  tx: Queryable,
  loaded: LoadedTransaction,
  { days, key }: { days: number; key: string },
  services: AnnouncementServices,
): Promise<void> {
  await announce(tx, loaded, { notice: findMissingInputNotices(loaded).reminder, messages: true, days, key }, services);
}

const findMissingInputNotices = ({ items, row, definitions }: LoadedTransaction) =>
  noticesByMissingInput[
    toMissingInput({
      items,
      isSubmitted: row.submittedAt !== null,
      isPaidForm: definitions.request(row.formId).payment !== "none",
    })
  ];

/** Writes one announcement; `key` makes it unique within its transaction. */
export async function announce(
  tx: Queryable,
  loaded: LoadedTransaction,
  {
    notice,
    messages,
    days = 0,
    key,
    decided = findDecided(loaded),
    isHeld = false,
    values: more,
  }: Announcement & { key: string },
  services: AnnouncementServices,
): Promise<void> {
  const { row, now } = loaded;
  const values = { ...toValues(loaded, { days, decided }, services), name: "", email: "", ...more };
  const verificationName = decided?.item.name ?? "";
  const about = { orgId: row.orgId, formId: row.formId, txnId: row.id, verificationName };
  const noticeId = await writeNotification(tx, {
    candidateId: row.candidateId,
    key: notice,
    values,
    about,
    orgId: row.orgId,
    now,
  });
  if (!messages) return;
  const isDecision = isDecisionNotice(notice);
  for (const { locale, ...message } of await toRecipients(tx, loaded)) {
    const texts = services.findMessageTexts(locale, row.orgId);
    const { title, description } = texts.formatNotice(notice, values);
    await services.outbox.write(tx, {
      ...message,
      noticeId,
      dedupKey: `transaction:${row.id}:${key}:${message.channel}`,
      ...(message.channel === "email" && { subject: title }),
      text: isDecision
        ? texts.formatOutgoing(notice, { ...values, ...toDecisions(loaded, texts, services.settings) }).text
        : description,
      ...(isDecision && {
        hold: {
          key: `${toHoldKey(row)}:${message.channel}`,
          seconds: listUndecided(loaded).length === 0 && !isHeld ? 0 : decisionHoldSeconds,
        },
      }),
    });
  }
}

const toValues = (
  loaded: LoadedTransaction,
  { days, decided }: { days: number; decided: DecidedVerification | undefined },
  { config }: Pick<AnnouncementServices, "config">,
) =>
  ({
    form: { text: english(loaded.definitions.request(loaded.row.formId).name) },
    organisation: toOrganisationName(config, loaded.row.orgId),
    days,
    ...toDecisionValues(loaded, decided),
  }) satisfies Record<string, MessageValue>;

/** Gives the messages that wait the text of the requests that are still open: one was undone. */
export async function rewriteRequests(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: AnnouncementServices,
): Promise<void> {
  const values = toValues(loaded, { days: 0, decided: findDecided(loaded) }, services);
  for (const { locale, channel } of await toRecipients(tx, loaded)) {
    const texts = services.findMessageTexts(locale, loaded.row.orgId);
    const decisions = toDecisions(loaded, texts, services.settings);
    await services.outbox.rewriteHeld(tx, {
      key: `${toHoldKey(loaded.row)}:${channel}`,
      ...(channel === "email" && { subject: texts.formatNotice("action-required", values).title }),
      text: texts.formatOutgoing("action-required", { ...values, ...decisions }).text,
    });
  }
}

/** Decisions of this time become one message by channel, unless nothing is left to decide. */
export const decisionHoldSeconds = 300;
/** Messages about the decisions on a transaction wait below this key. */
export const toHoldKey = ({ id }: Pick<TransactionRow, "id">): string => `transaction:${id}:decisions`;

type DecisionNotice = Extract<TransactionNotice, MessageKey<"outgoing">>;
const isDecisionNotice = (notice: TransactionNotice): notice is DecisionNotice =>
  Object.hasOwn(messageKeys.outgoing, notice);

/** Every verification in the transaction's state with its reasons, and the page that acts on it. */
function toDecisions(
  { items, row, definitions }: LoadedTransaction,
  texts: MessageTexts,
  { publicUrl }: Pick<AnnouncementServices["settings"], "publicUrl">,
): { list: string; link: string } {
  const lines = items
    .filter(({ state, markedAsSkip }) => state === row.state && !markedAsSkip)
    .flatMap((item) => item.submissions.filter(({ state }) => state === row.state))
    .map((submission) => {
      const verification = definitions.verification(submission.verificationName);
      const label = texts.translate(english(verification?.label ?? submission.verificationName));
      const title = verification?.titleFrom === undefined ? undefined : getAt(submission.data, verification.titleFrom);
      const name = typeof title === "string" && title !== "" ? `${label} (${shorten(title)})` : label;
      const reason = texts.formatReason(toStoredReason(row, submission));
      return row.state === "COMPLETED" ? name : `${name}: ${shorten(reason)}`;
    });
  return { list: lines.join("\n"), link: `${publicUrl}/ekyc/${row.formId}/${row.id}?orgId=${row.orgId}` };
}

/** The verifier's reason, or the one of a decision without any. */
const toStoredReason = ({ state }: Pick<TransactionRow, "state">, submission: SubmissionRow | undefined): string =>
  submission?.reason ?? (state === "INSUFFICIENT_DATA" ? "more-is-needed" : "no-reason-given");

/** The verification that caused the transaction's state. */
function findDecided({ items, row }: LoadedTransaction): DecidedVerification | undefined {
  const item = items.find(({ state, markedAsSkip }) => state === row.state && !markedAsSkip);
  return item && { item, submission: item.submissions.find(({ state }) => state === row.state) };
}

/** Label of the verification and the verifier's reason. */
function toDecisionValues(
  { definitions, row }: LoadedTransaction,
  decided: DecidedVerification | undefined,
): { verification: MessageValue; reason: MessageValue } {
  const name = decided?.item.name ?? "";
  const label = definitions.verification(name)?.label;
  return {
    verification: { text: english(label ?? name) },
    reason: toReasonValue(toStoredReason(row, decided?.submission)),
  };
}

/** A stored reason as a placeholder value: a key of the parts, a ready-made reason in English, or a free text. */
export const toReasonValue = (stored: string): MessageValue =>
  isPart(stored) ? { part: stored } : { text: shorten(stored) };

/** Short enough for an SMS; the page shows the full text. */
const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

const isPart = (text: string): text is MessageKey<"parts"> => Object.hasOwn(messageKeys.parts, text);

/** The phone, by the channel of its codes, and the mailbox if the organisation's directory has one. */
export async function toRecipients(
  tx: Queryable,
  { row, userInputs, mailboxCorrections }: LoadedTransaction,
): Promise<(Pick<OutgoingMessage, "channel" | "to"> & { locale: string })[]> {
  const [candidate] = await tx
    .select({ mobile: candidates.mobile, locale: candidates.locale })
    .from(candidates)
    .where(eq(candidates.id, row.candidateId));
  const corrected = mailboxCorrections.find(({ confirmedAt }) => confirmedAt !== null)?.mailbox;
  const mailbox = corrected ?? userInputs.find((input) => input.mailbox)?.mailbox;
  const { mobile, locale = "en" } = candidate ?? {};
  return [
    ...(mobile ? [{ channel: parseMobile(mobile).channel, to: mobile, locale }] : []),
    ...(mailbox ? [{ channel: "email" as const, to: mailbox, locale }] : []),
  ];
}
