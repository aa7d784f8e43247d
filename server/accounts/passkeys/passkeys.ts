import { sql } from "drizzle-orm";
import type { Passkey } from "#engine/core/scope/shapes/passkeys.ts";
import { notFound } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { listPasskeys, type PasskeyOwners } from "#server/platform/passkeys.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";

/** The passkeys of candidates. */
export const candidateOwners: PasskeyOwners = {
  table: sql`passkeys`,
  owner: sql`candidate_id`,
  residentKey: "preferred",
  audit: writeAudit,
};

/** One passkey of a candidate. Throws 404. */
export async function readPasskey(db: Queryable, candidateId: string, id: string): Promise<Passkey> {
  const [found] = await listPasskeys(db, candidateOwners, candidateId, id);
  if (!found) throw notFound("passkey");
  return found;
}

export async function hasPasskeys(db: Queryable, candidateId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from passkeys where candidate_id = ${candidateId} limit 1`);
  return rows.length > 0;
}

/** Throws 404. */
export async function renamePasskey(
  db: Database,
  candidateId: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  await db.execute(sql`update passkeys set name = ${name} where id = ${id} and candidate_id = ${candidateId}`);
  return readPasskey(db, candidateId, id);
}

/** The candidate turned the offer of a passkey down; the profile still offers one. */
export async function declinePasskeyOffer(db: Database, candidateId: string): Promise<void> {
  await db.execute(
    sql`update candidates set passkey_offer_declined_at = coalesce(passkey_offer_declined_at, app_now()) where id = ${candidateId}`,
  );
}
