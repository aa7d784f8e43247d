import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tokens } from "#engine/core/scope/shapes/profile.ts";
import { notFound } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import type { ChallengeUse } from "#server/platform/passkey-challenges.ts";
import { prune } from "#server/platform/prune.ts";
import { transact, type Database, type Queryable } from "#server/platform/store/database.ts";
import { pendingSignIns } from "#server/platform/store/tables/passkeys.ts";
import type { SessionService } from "../sessions/sessions.ts";
import type { SignInDevice } from "../sessions/sign-in-device.ts";
import { hasPasskeys } from "./passkeys.ts";

/** The time between the right code and the passkey. */
const pendingSeconds = 600;

const toHash = (id: string): string => createHash("sha256").update(id).digest("base64url");

/** The end of a sign-in by code: tokens, or the id of a sign-in that waits for a passkey. */
export type SignInResult = { tokens: Tokens } | { signInId: string };

/** Opens a session after a right code. The wallet of a candidate with passkeys stays closed until one is used. */
export async function signIn(
  tx: Queryable,
  sessions: SessionService,
  candidateId: string,
  device: SignInDevice,
): Promise<SignInResult> {
  await assertOpenWallet(tx, candidateId);
  if (!(await hasPasskeys(tx, candidateId))) {
    await writeAudit(tx, "signed-in", candidateId);
    return { tokens: await sessions.open(tx, candidateId, device) };
  }
  const signInId = randomBytes(32).toString("base64url");
  await tx.execute(sql`
    insert into pending_sign_ins (id_hash, candidate_id, expires_at)
    values (${toHash(signInId)}, ${candidateId}, app_now() + ${pendingSeconds} * interval '1 second')`);
  await writeAudit(tx, "sign-in-awaits-passkey", candidateId);
  return { signInId };
}

/** A code that was sent before the wallet was locked or deleted opens nothing. Throws 404. */
async function assertOpenWallet(tx: Queryable, candidateId: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`select from candidates where id = ${candidateId} and mobile is not null for key share`,
  );
  if (rows.length === 0) throw notFound("sign-in");
}

/** The use of a challenge for a pending sign-in. Throws 404. */
export async function findPendingUse(db: Queryable, signInId: string): Promise<ChallengeUse> {
  const idHash = toHash(signInId);
  const { rows } = await db.execute<{ candidate_id: string }>(
    sql`select candidate_id from pending_sign_ins where id_hash = ${idHash} and expires_at > app_now()`,
  );
  if (!rows[0]) throw notFound("sign-in");
  return { purpose: "sign-in", ownerId: rows[0].candidate_id, boundTo: idHash };
}

/** Opens the session of a pending sign-in whose passkey was verified in `tx`. Throws 404 for a second call. */
export async function completeSignIn(
  tx: Queryable,
  sessions: SessionService,
  { boundTo, ownerId: candidateId }: ChallengeUse,
  device: SignInDevice,
): Promise<Tokens> {
  await spend(tx, boundTo);
  await writeAudit(tx, "signed-in", candidateId, { passkey: true });
  return sessions.open(tx, candidateId, device);
}

/**
 * The owner of the number has no passkey of its wallet: a new, empty wallet takes the number. The old one is locked.
 * No page shows it, its sessions end, and no message about it goes to the number. Throws 404.
 */
export async function startOver(
  db: Database,
  sessions: SessionService,
  { boundTo, ownerId: candidateId }: ChallengeUse,
  { name, locale, device }: { name: string; locale: string; device: SignInDevice },
): Promise<Tokens> {
  const { tokens, ended } = await transact(db, async (tx) => {
    await spend(tx, boundTo);
    const id = newId();
    const locked = await tx.execute<{ former_mobile: string }>(sql`
      update candidates set former_mobile = mobile, mobile = null, locked_at = app_now()
      where id = ${candidateId} and mobile is not null returning former_mobile`);
    const mobile = locked.rows[0]?.former_mobile;
    if (mobile === undefined) throw notFound("sign-in");
    const closed = await tx.execute<{ id: string }>(sql`
      update sessions set ended_at = app_now(), end_reason = 'wallet-locked'
      where candidate_id = ${candidateId} and ended_at is null returning id`);
    await tx.execute(sql`delete from pending_sign_ins where candidate_id = ${candidateId}`);
    await tx.execute(sql`
      insert into candidates (id, mobile, display_name, locale, verified_at, created_at)
      values (${id}, ${mobile}, ${name}, ${locale}, app_now(), app_now())`);
    await writeAudit(tx, "wallet-locked", candidateId, { replacedBy: id });
    await writeAudit(tx, "signed-in", id, { startedOver: true });
    return { tokens: await sessions.open(tx, id, device), ended: closed.rows };
  });
  for (const { id } of ended) sessions.forget(id);
  return tokens;
}

/** Spends a pending sign-in: one statement decides between parallel calls. Throws 404. */
async function spend(tx: Queryable, idHash: string): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`delete from pending_sign_ins where id_hash = ${idHash} and expires_at > app_now()`,
  );
  if (rowCount !== 1) throw notFound("sign-in");
}

export async function prunePendingSignIns(db: Database): Promise<void> {
  await prune(db, pendingSignIns, sql`expires_at < app_now()`);
}
