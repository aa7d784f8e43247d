import { sql } from "drizzle-orm";
import type { FormMessageList } from "#engine/core/scope/shapes/form-messages.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { maskMobile } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { StoredNotice } from "#server/platform/store/tables/notices.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import { toRecipients } from "#server/wallet/transactions/announcements.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import { maskEmail } from "#server/wallet/transactions/mask-email.ts";

type FormMessage = FormMessageList["list"][number];
type Delivery = FormMessage["deliveryList"][number];
type When = Date | string;

interface FormKeys {
  orgId: string;
  txnId: string;
}
interface NoticeRow extends Record<string, unknown> {
  id: string;
  message: StoredNotice;
  created_at: When;
  read_at: When | null;
}

const maxMessages = 100;
interface OutboxRow extends Record<string, unknown> {
  notice_id: string;
  channel: Delivery["channel"];
  recipient: string;
  created_at: When;
  sent_at: When | null;
  failed_at: When | null;
}

/** A message once in ten minutes, and ten of a form in a day. */
const [messageSeconds, formMax, formSeconds] = [600, 10, 24 * 3600];

/** The messages about a form, the newest first, in the reader's language. Throws 404. */
export async function listFormMessages(
  db: Queryable,
  keys: FormKeys,
  messages: Pick<MessageTexts, "formatNotice">,
): Promise<FormMessageList> {
  const rows = await findNotices(db, keys);
  const deliveries = await findDeliveries(
    db,
    rows.map(({ id }) => id),
  );
  return {
    list: rows.map(({ id, message, created_at: createdAt, read_at: readAt }) => {
      const { title, description } = messages.formatNotice(message.key, message.values);
      return {
        _id: id,
        title,
        text: description,
        createdAt: toMoment(createdAt),
        ...(readAt !== null && { readAt: toMoment(readAt) }),
        deliveryList: (deliveries.get(id) ?? []).slice(0, maxMessages),
      };
    }),
  };
}

/**
 * Sends a message again to the candidate's present number and mailbox, in their language. Throws 404, 409 (109) while
 * it still waits to be sent or when nothing can be reached, 429 more often than allowed.
 */
export async function resendFormMessage(
  services: Services,
  keys: FormKeys & { messageId: string },
  staffId: string,
): Promise<void> {
  const { orgId, txnId, messageId } = keys;
  await findNotices(services.db, keys, messageId);
  await services.rateLimits.consume(`resend:${messageId}`, 1, messageSeconds);
  await services.rateLimits.consume(`resend:${txnId}`, formMax, formSeconds);
  await transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, txnId);
    if (!loaded) throw notFound("transaction");
    // An undone decision deletes its notice.
    const [notice] = await findNotices(tx, keys, messageId);
    const sent = (await findDeliveries(tx, [messageId])).get(messageId) ?? [];
    if (sent.some(({ status }) => status === "waiting"))
      throw new WalletError("stateConflict", withReason("message-waits"));
    const recipients = await toRecipients(tx, loaded);
    if (recipients.length === 0) throw new WalletError("stateConflict", withReason("message-unreachable"));
    for (const { locale, channel, to } of recipients) {
      const texts = services.findMessageTexts(locale, orgId);
      const { title, description } = texts.formatNotice(notice!.message.key, notice!.message.values);
      await services.outbox.write(tx, {
        dedupKey: `notice:${messageId}:${loaded.now.getTime()}:${channel}`,
        noticeId: messageId,
        channel,
        to,
        ...(channel === "email" && { subject: title }),
        text: description,
      });
    }
    const detail = { staffId, orgId, transactionId: txnId, messageId };
    await writeAudit(tx, "message-resent", loaded.row.candidateId, detail);
  });
  services.outbox.flushSoon();
}

/** The notices about a form; one of them with `messageId`. Throws 404 without the form or the message. */
async function findNotices(db: Queryable, { orgId, txnId }: FormKeys, messageId?: string): Promise<NoticeRow[]> {
  const owner = await db.execute<{ candidate_id: string }>(
    sql`select candidate_id from transactions where id = ${txnId} and org_id = ${orgId}`,
  );
  if (!owner.rows[0]) throw notFound("transaction");
  const { rows } = await db.execute<NoticeRow>(sql`
    select id, message, created_at, read_at from notifications
    where candidate_id = ${owner.rows[0].candidate_id} and message -> 'about' ->> 'txnId' = ${txnId}
      ${messageId === undefined ? sql`` : sql`and id = ${messageId}`}
    order by created_at desc, id desc limit ${maxMessages}`);
  if (messageId !== undefined && rows.length === 0) throw notFound("message");
  return rows;
}

/** What was sent by phone and email for each notice, the newest first. */
async function findDeliveries(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Delivery[]>> {
  const { rows } = await db.execute<OutboxRow>(sql`
    select notice_id, channel, recipient, created_at, sent_at, failed_at from outbox
    where notice_id = any(${sql.param(ids)}::text[]) order by seq desc`);
  const byNotice = new Map<string, Delivery[]>();
  for (const row of rows) byNotice.set(row.notice_id, [...(byNotice.get(row.notice_id) ?? []), toDelivery(row)]);
  return byNotice;
}

function toDelivery({
  channel,
  recipient,
  created_at: createdAt,
  sent_at: sentAt,
  failed_at: failedAt,
}: OutboxRow): Delivery {
  const status = sentAt !== null ? "sent" : failedAt !== null ? "failed" : "waiting";
  const to = channel === "email" ? maskEmail(recipient) : maskMobile(recipient);
  return { channel, to, status, at: toMoment(sentAt ?? failedAt ?? createdAt) };
}

const toMoment = (value: When): string => new Date(value).toISOString();
