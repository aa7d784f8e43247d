import { sql } from "drizzle-orm";
import { openForCandidate, sealForCandidate } from "#server/platform/candidate-keys.ts";
import { deletionCause, setTransitionCause } from "#server/platform/ledger-cause.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { listContacts, type Contacts } from "./contacts.ts";

type Sealing = Pick<Services, "secrets">;

/**
 * The part of a deletion that the approval does itself: sessions, passkeys and waiting codes end, and the number is
 * free for a new wallet. The contacts wait, sealed, for the confirmation; other messages to them are dropped. Returns
 * the ended sessions.
 */
export async function closeWallet(
  { secrets }: Sealing,
  tx: Queryable,
  { candidateId, deletionId }: { candidateId: string; deletionId: string },
): Promise<string[]> {
  const contacts = await listContacts(tx, candidateId);
  const sealed = await sealForCandidate(tx, secrets, toSealed(candidateId, deletionId), contacts);
  await tx.execute(sql`update deletion_requests set locked_contacts = ${sealed} where id = ${deletionId}`);
  const own = sql`candidate_id = ${candidateId}`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    update sessions set ended_at = app_now(), end_reason = 'deleted' where ${own} and ended_at is null returning id`);
  await tx.execute(sql`update sessions set device = null, network = null where ${own}`);
  for (const table of ["passkeys", "pending_sign_ins", "passkey_challenges", "otp_codes"])
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${own}`);
  // A mailbox may be one of another candidate too.
  await tx.execute(sql`
    delete from outbox o where o.recipient = any(${sql.param(contacts.list.map(({ to }) => to))}::text[])
      and not exists (select 1 from user_inputs u join transactions t on t.id = u.transaction_id
        where u.mailbox = o.recipient and t.candidate_id <> ${candidateId})`);
  await tx.execute(sql`
    update candidates set mobile = null, former_mobile = null, deletion_requested_at = null where id = ${candidateId}`);
  return rows.map(({ id }) => id);
}

/** The contacts that `closeWallet` sealed; undefined when their key is lost. */
export const openContacts = (
  { secrets }: Sealing,
  tx: Queryable,
  { candidateId, deletionId, sealed }: { candidateId: string; deletionId: string; sealed: string },
): Promise<Contacts | undefined> => openForCandidate<Contacts>(tx, secrets, toSealed(candidateId, deletionId), sealed);

const toSealed = (candidateId: string, deletionId: string) =>
  ({ candidateId, use: "deletion-contacts", rowId: deletionId }) as const;

/** Conversations, notifications and what proved the identity. */
export async function eraseProfile({ db }: Pick<Services, "db">, candidateId: string): Promise<void> {
  await transact(db, async (tx) => {
    for (const table of ["chat_messages", "chat_threads", "notifications", "profile_verifications"])
      await tx.execute(sql`delete from ${sql.identifier(table)} where candidate_id = ${candidateId}`);
  });
}

/**
 * The names. The row stays, because orders that the law keeps refer to it. With the new salt, hashes of the former
 * names in the ledger can no longer be guessed.
 */
export async function eraseNames(tx: Queryable, candidateId: string): Promise<void> {
  await setTransitionCause(tx, deletionCause);
  await tx.execute(sql`
    update candidates set display_name = '', proved_name = null, agent_id = null, passkey_offer_declined_at = null,
      content_salt = gen_random_uuid(), erased_at = app_now()
    where id = ${candidateId}`);
}
