import { sql } from "drizzle-orm";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import type { OutgoingMessage } from "#server/messaging/outbox/outbox.ts";
import type { Queryable } from "#server/platform/store/database.ts";

/** Where messages to a candidate go: the phone, and each mailbox that they proved. */
export interface Contacts {
  locale: string;
  mobile: string | null;
  list: Pick<OutgoingMessage, "channel" | "to">[];
}

/** The contacts of a candidate. A locked wallet has no phone. */
export async function listContacts(db: Queryable, candidateId: string): Promise<Contacts> {
  const { rows } = await db.execute<{ mobile: string | null; locale: string; mailboxes: string[] | null }>(sql`
    select c.mobile, c.locale, (select array_agg(distinct u.mailbox) from user_inputs u
      join transactions t on t.id = u.transaction_id where t.candidate_id = c.id and u.mailbox <> '') as mailboxes
    from candidates c where c.id = ${candidateId}`);
  const { mobile, locale, mailboxes } = rows[0]!;
  return {
    locale,
    mobile,
    list: [
      ...(mobile === null ? [] : [{ channel: parseMobile(mobile).channel, to: mobile }]),
      ...(mailboxes ?? []).map((to) => ({ channel: "email" as const, to })),
    ],
  };
}
