import { eq } from "drizzle-orm";
import type { State } from "#engine/api/states.ts";
import type { OutgoingMessage } from "../outbox/outbox.ts";
import type { Queryable } from "../store/database.ts";
import { candidates } from "../store/tables/candidates.ts";
import { writeNotification } from "../notices/notices.ts";
import { english } from "./labels.ts";
import type { SettleServices } from "./moves.ts";
import type { LoadedTransaction } from "./rows.ts";

/** What a candidate is told when a transaction arrives in a state; `messages`: by phone and mail too. */
interface Announcement {
  title: string;
  text: string;
  messages: boolean;
}

/** One more: one line. `{form}` and `{organisation}` are filled. */
const announcements: Partial<Record<State, Announcement>> = {
  COMPLETED: { title: "Verification complete", text: "Your documents for {form} are verified. {organisation} has been informed.", messages: true },
  FAILED: { title: "Verification failed", text: "Some of your documents for {form} could not be verified. Open the form to see which.", messages: true },
  INSUFFICIENT_DATA: { title: "Action required", text: "{organisation} needs more from you for {form}. Open the form to see what.", messages: true },
  CLOSED: { title: "Verification closed", text: "Your form {form} was closed because required documents did not arrive in time. Contact support to reopen it.", messages: true },
};

/** Tells the candidate of a move in the same database transaction: a notification and, where it matters, one SMS and one mail. */
export async function announceMove(tx: Queryable, loaded: LoadedTransaction, services: SettleServices): Promise<void> {
  const announcement = announcements[loaded.row.state];
  if (announcement) await announce(tx, loaded, { ...announcement, key: `${loaded.row.state}:${loaded.now.getTime()}` }, services);
}

/** Writes one announcement; `key` tells it from others about the same transaction. */
export async function announce(tx: Queryable, loaded: LoadedTransaction, announcement: Announcement & { key: string }, services: SettleServices): Promise<void> {
  const { row, documents } = loaded;
  const organisation = services.config.organisation(row.orgId)?.organisation;
  const values: Record<string, string> = {
    form: english(documents.request(row.formId).name),
    organisation: organisation?.displayName ?? organisation?.name ?? row.orgId,
  };
  const text = announcement.text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  await writeNotification(tx, { candidateId: row.candidateId, title: announcement.title, description: text, now: loaded.now });
  if (!announcement.messages) return;
  for (const message of await toMessages(tx, loaded)) {
    await services.outbox.write(tx, { ...message, dedupKey: `transaction:${row.id}:${announcement.key}:${message.channel}`, ...(message.channel === "email" && { subject: announcement.title }), text });
  }
}

/** The phone always; a mailbox where the organisation's directory has given one (D-29). */
async function toMessages(tx: Queryable, { row, userInputs }: LoadedTransaction): Promise<Pick<OutgoingMessage, "channel" | "to">[]> {
  const [candidate] = await tx.select({ mobile: candidates.mobile }).from(candidates).where(eq(candidates.id, row.candidateId));
  const mailbox = userInputs.find((input) => input.mailbox)?.mailbox;
  return [...(candidate ? [{ channel: "sms" as const, to: candidate.mobile }] : []), ...(mailbox ? [{ channel: "email" as const, to: mailbox }] : [])];
}
