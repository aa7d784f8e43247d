import { sql, type SQL } from "drizzle-orm";
import type { Passkey } from "#engine/core/scope/shapes/passkeys.ts";
import { notFound } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { PasskeyOwners } from "#server/platform/passkeys.ts";
import { transact, type Database, type Queryable } from "#server/platform/store/database.ts";

/** More than a person's devices; the lists in options for an authenticator stay short. */
export const maxPasskeys = 10;

/** The passkeys of candidates. */
export const candidateOwners: PasskeyOwners = {
  table: sql`passkeys`,
  owner: sql`candidate_id`,
  residentKey: "preferred",
  audit: writeAudit,
};

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: Date | string;
  last_used_at: Date | string | null;
}

/** The passkeys of a candidate, the newest first. */
export async function listPasskeys(db: Queryable, candidateId: string): Promise<Passkey[]> {
  return readPasskeys(db, sql`candidate_id = ${candidateId}`);
}

/** One passkey of a candidate. Throws 404. */
export async function readPasskey(db: Queryable, candidateId: string, id: string): Promise<Passkey> {
  const [found] = await readPasskeys(db, sql`candidate_id = ${candidateId} and id = ${id}`);
  if (!found) throw notFound("passkey");
  return found;
}

async function readPasskeys(db: Queryable, which: SQL): Promise<Passkey[]> {
  const { rows } = await db.execute<Row>(sql`
    select id, name, backed_up, created_at, last_used_at from passkeys where ${which}
    order by created_at desc, id limit ${maxPasskeys}`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.last_used_at !== null && { lastUsedAt: new Date(row.last_used_at).toISOString() }),
    backedUp: row.backed_up,
  }));
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

/** Removes a passkey for good; the device keeps a key that opens nothing. Throws 404. */
export async function removePasskey(db: Database, candidateId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`delete from passkeys where id = ${id} and candidate_id = ${candidateId}`);
    if (rowCount !== 1) throw notFound("passkey");
    await writeAudit(tx, "passkey-removed", candidateId, { passkeyId: id });
  });
}

/** The candidate turned the offer of a passkey down; the profile still offers one. */
export async function declinePasskeyOffer(db: Database, candidateId: string): Promise<void> {
  await db.execute(
    sql`update candidates set passkey_offer_declined_at = coalesce(passkey_offer_declined_at, app_now()) where id = ${candidateId}`,
  );
}
