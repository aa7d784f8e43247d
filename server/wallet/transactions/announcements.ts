import { eq } from "drizzle-orm";
import type { State } from "#engine/api/states.ts";
import { toLack, type Lack } from "#engine/transaction/lacking.ts";
import { messageKeys, type MessageKey, type MessageValue } from "#engine/documents/message-keys.ts";
import type { OutgoingMessage } from "#server/messaging/outbox/outbox.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { readMobile } from "#server/accounts/profile/mobile.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import { english } from "./labels.ts";
import { findSubmission, type ItemRow, type LoadedTransaction, type SubmissionRow } from "./rows.ts";

/** What telling somebody takes: messages leave through the outbox, in the candidate's language. */
export type AnnounceServices = Pick<Services, "outbox" | "config" | "settings" | "findWords">;

/** Notices about a transaction; each fills its form and its organisation. */
type AboutTransaction =
  | "verification-complete"
  | "verification-failed"
  | "action-required"
  | "evaluation-complete"
  | Reminder
  | Closure;
type Reminder = "form-waiting" | "form-unpaid" | "form-unsent";
type Closure = "verification-closed" | "closed-unpaid" | "closed-unsent";

/** A verification and what of it was decided. */
interface Judged {
  item: ItemRow;
  submission: SubmissionRow | undefined;
}

/** What is told; `messages`: by phone and mail too. */
interface Announcement {
  notice: AboutTransaction;
  messages: boolean;
  /** Which verification it is about; else the first that stands as the transaction does. */
  judged?: Judged | undefined;
  /** How many days are left, for a notice that says so. */
  days?: number;
}

/** How waiting for the candidate is told, and that it was in vain, by what was waited for. */
const waits: Readonly<Record<Lack, { reminder: Reminder; closure: Closure }>> = {
  documents: { reminder: "form-waiting", closure: "verification-closed" },
  payment: { reminder: "form-unpaid", closure: "closed-unpaid" },
  sending: { reminder: "form-unsent", closure: "closed-unsent" },
  nothing: { reminder: "form-waiting", closure: "verification-closed" },
};

/** What a candidate is told when a transaction arrives in a state; of a closed one, by what it had waited for. One more: one line. */
const announcements: Partial<Record<State, (loaded: LoadedTransaction) => Announcement>> = {
  COMPLETED: () => ({ notice: "verification-complete", messages: true }),
  FAILED: () => ({ notice: "verification-failed", messages: true }),
  INSUFFICIENT_DATA: () => ({ notice: "action-required", messages: true }),
  CLOSED: (loaded) => ({ notice: findWait(loaded).closure, messages: true }),
};

/** Tells the candidate of a move in the same database transaction: a notification and, where it matters, one SMS and one mail. */
export async function announceMove(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: AnnounceServices,
): Promise<void> {
  const announcement = announcements[loaded.row.state]?.(loaded);
  if (announcement)
    await announce(tx, loaded, { ...announcement, key: `${loaded.row.state}:${loaded.now.getTime()}` }, services);
}

/** Tells the candidate that something is asked for again of a transaction that already waits for them. */
export async function announceInsufficiency(
  tx: Queryable,
  loaded: LoadedTransaction,
  { eventId, subType }: { eventId: string; subType: string },
  services: AnnounceServices,
): Promise<void> {
  const announcement = announcements.INSUFFICIENT_DATA?.(loaded);
  const judged = findSubmission(loaded, subType);
  if (announcement) await announce(tx, loaded, { ...announcement, judged, key: `insufficient:${eventId}` }, services);
}

/** Tells the candidate what a form still waits for, and how many days are left. */
export async function remind(
  tx: Queryable,
  loaded: LoadedTransaction,
  { days, key }: { days: number; key: string },
  services: AnnounceServices,
): Promise<void> {
  await announce(tx, loaded, { notice: findWait(loaded).reminder, messages: true, days, key }, services);
}

const findWait = ({ items, row, documents }: LoadedTransaction) =>
  waits[
    toLack({
      items,
      isSubmitted: row.submittedAt !== null,
      isPaidForm: documents.request(row.formId).payment !== "none",
    })
  ];

/** Writes one announcement; `key` tells it from others about the same transaction. */
export async function announce(
  tx: Queryable,
  loaded: LoadedTransaction,
  { notice, messages, days = 0, key, judged = findJudged(loaded) }: Announcement & { key: string },
  services: AnnounceServices,
): Promise<void> {
  const { row, documents, now } = loaded;
  const organisation = services.config.organisation(row.orgId)?.organisation;
  const values = {
    form: { text: english(documents.request(row.formId).name) },
    organisation: organisation?.displayName ?? organisation?.name ?? row.orgId,
    days,
    ...toVerdict(loaded, judged),
  } satisfies Record<string, MessageValue>;
  const verificationName = judged?.item.name ?? "";
  const about = { orgId: row.orgId, formId: row.formId, txnId: row.id, verificationName };
  await writeNotification(tx, { candidateId: row.candidateId, key: notice, values, about, orgId: row.orgId, now });
  if (!messages) return;
  for (const { locale, ...message } of await toRecipients(tx, loaded)) {
    const { title, description } = services.findWords(locale, row.orgId).notice(notice, values);
    await services.outbox.write(tx, {
      ...message,
      dedupKey: `transaction:${row.id}:${key}:${message.channel}`,
      ...(message.channel === "email" && { subject: title }),
      text: description,
    });
  }
}

/** The verification that needs the candidate, or failed: it brought the transaction where it is. */
function findJudged({ items, row }: LoadedTransaction): Judged | undefined {
  const item = items.find(({ state, markedAsSkip }) => state === row.state && !markedAsSkip);
  return item && { item, submission: item.submissions.find(({ state }) => state === row.state) };
}

/** Which verification it is, and what the verifier wrote of it. */
function toVerdict(
  { documents, row }: LoadedTransaction,
  judged: Judged | undefined,
): { verification: MessageValue; reason: MessageValue } {
  const name = judged?.item.name ?? "";
  const label = documents.verification(name)?.label;
  const words =
    judged?.submission?.reason ?? (row.state === "INSUFFICIENT_DATA" ? "more-is-needed" : "no-reason-given");
  return {
    verification: { text: english(label ?? name) },
    reason: toReason(words),
  };
}

/** A stored reason as what fills a gap: one of the parts, by its key, or what somebody wrote. */
export const toReason = (stored: string): MessageValue => (isPart(stored) ? { part: stored } : shorten(stored));

/** It goes out to the phone too; the page has all of it. */
const shorten = (words: string): string => (words.length > 300 ? `${words.slice(0, 299)}…` : words);

const isPart = (words: string): words is MessageKey<"parts"> => Object.hasOwn(messageKeys.parts, words);

/** The phone always, by the way that its codes come; a mailbox where the organisation's directory has given one. */
export async function toRecipients(
  tx: Queryable,
  { row, userInputs }: LoadedTransaction,
): Promise<(Pick<OutgoingMessage, "channel" | "to"> & { locale: string })[]> {
  const [candidate] = await tx
    .select({ mobile: candidates.mobile, locale: candidates.locale })
    .from(candidates)
    .where(eq(candidates.id, row.candidateId));
  const mailbox = userInputs.find((input) => input.mailbox)?.mailbox;
  const { mobile, locale = "en" } = candidate ?? {};
  return [
    ...(mobile ? [{ channel: readMobile(mobile).channel, to: mobile, locale }] : []),
    ...(mailbox ? [{ channel: "email" as const, to: mailbox, locale }] : []),
  ];
}
