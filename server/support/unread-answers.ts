import { sql } from "drizzle-orm";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import { toOrganisationName } from "#server/config/release.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { toRecipients } from "#server/wallet/transactions/announcements.ts";
import { loadTransaction } from "#server/wallet/transactions/load.ts";

/** Answers that are unread for this time get a message. */
const unreadMinutes = 10;
const activeDays = 7;
const batch = 100;

interface Due extends Record<string, unknown> {
  candidate_id: string;
  org_id: string;
  answer_id: string;
  mobile: string | null;
  locale: string;
  txn_id: string | null;
  form_id: string | null;
}

/** Job: tells candidates once about answers of support that they have not read for ten minutes. */
export async function remindOfAnswers(services: Services): Promise<void> {
  const { rows } = await services.db.execute<Pick<Due, "candidate_id" | "org_id">>(sql`
    select candidate_id, org_id from chat_threads t where ${isDue} limit ${batch}`);
  for (const row of rows) await transact(services.db, (tx) => remind(tx, row, services));
}

/**
 * No message was sent since the last answer, and the candidate has not read it. Conversations that rest for days are
 * left out first, so that the job does not look into each of them.
 */
const isDue = sql`t.reminded_at is null and t.last_at > app_now() - ${activeDays} * interval '1 day' and exists (
  select 1 from chat_messages m where m.candidate_id = t.candidate_id and m.org_id = t.org_id and m.author = 'support'
    and m.created_at > coalesce(t.read_by_candidate_at, '-infinity')
    and m.created_at < app_now() - ${unreadMinutes} * interval '1 minute')`;

async function remind(tx: Queryable, key: Pick<Due, "candidate_id" | "org_id">, services: Services): Promise<void> {
  const { rows } = await tx.execute<Due>(sql`
    with due as (
      update chat_threads t set reminded_at = app_now()
      where t.candidate_id = ${key.candidate_id} and t.org_id = ${key.org_id} and ${isDue} returning t.*)
    select t.candidate_id, t.org_id, (select m.id from chat_messages m where m.candidate_id = t.candidate_id
        and m.org_id = t.org_id and m.author = 'support' order by m.created_at desc limit 1) as answer_id,
      c.mobile, c.locale, latest.id as txn_id, latest.form_id
    from due t join candidates c on c.id = t.candidate_id
    left join lateral (select id, form_id from transactions own where own.candidate_id = t.candidate_id
      and own.org_id = t.org_id order by own.created_at desc limit 1) latest on true`);
  const due = rows[0];
  if (!due) return;
  const { org_id: orgId, txn_id: txnId, form_id: formId } = due;
  const { publicUrl } = services.settings;
  const link = txnId === null ? `${publicUrl}/?orgId=${orgId}` : `${publicUrl}/ekyc/${formId}/${txnId}?orgId=${orgId}`;
  const [recipient] = await listRecipients(tx, due);
  if (!recipient) return;
  const { locale, ...message } = recipient;
  const organisation = toOrganisationName(services.config, orgId);
  const { subject, text } = services
    .findMessageTexts(locale, orgId)
    .formatOutgoing("support-answer", { organisation, link });
  await services.outbox.write(tx, {
    ...message,
    ...(message.channel === "email" && { subject }),
    text,
    dedupKey: `chat:${due.answer_id}`,
  });
}

/** The mailbox of the latest form first, else the phone. A locked wallet has none. */
async function listRecipients(tx: Queryable, { txn_id: txnId, mobile, locale }: Due) {
  if (txnId !== null) return (await toRecipients(tx, await loadTransaction(tx, txnId))).toReversed();
  return mobile === null ? [] : [{ channel: parseMobile(mobile).channel, to: mobile, locale }];
}
