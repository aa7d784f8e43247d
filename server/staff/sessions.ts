import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { WalletError } from "#server/errors.ts";
import { prune } from "#server/platform/prune.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { staffApprovals, staffInvitations, staffSessions } from "#server/platform/store/tables/staff.ts";
import type { Membership } from "./members.ts";
import { toHash, writeStaffAudit } from "./staff-tools.ts";

const idleMinutes = 30;
const longestHours = 12;
/** A passkey counts for this time in operations with `needsFreshProof`. */
const proofMinutes = 5;

/** An open session and its person, with the roles of this moment. */
export interface StaffSession {
  tokenHash: string;
  staff: { id: string; email: string; displayName: string; memberships: readonly Membership[] };
  provedUntil: Date;
  isProofFresh: boolean;
  /** A provider vouches for the person in one organisation only. */
  isLimited: boolean;
  /** The end, unless an idle half hour comes first. */
  expiresAt: Date;
}

interface Row extends Record<string, unknown> {
  id: string;
  email: string;
  display_name: string;
  memberships: Membership[];
  seen_long_ago: boolean;
  proof_fresh: boolean;
  limited: boolean;
  proved_until: Date | string;
  expires_at: Date | string;
}

/** Limits of a session that another party vouches for. */
interface SessionLimits {
  /** The roles of this organisation only. */
  onlyOrgId?: string;
  /** False: an operation with `needsFreshProof` needs another proof first. */
  isProof?: boolean;
}

/** Opens a session; → the token for the cookie. The sign-in counts as a proof, unless the limits exclude that. */
export async function openSession(
  tx: Queryable,
  staffId: string,
  by: "passkey" | "sandbox" | "openid",
  { onlyOrgId, isProof = true }: SessionLimits = {},
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await tx.execute(sql`
    insert into staff_sessions (token_hash, staff_id, only_org_id, created_at, seen_at, proved_at, expires_at)
    values (${toHash(token)}, ${staffId}, ${onlyOrgId ?? null}, app_now(), app_now(),
      case when ${isProof} then app_now() else 'epoch'::timestamptz end,
      app_now() + ${longestHours} * interval '1 hour')`);
  await writeStaffAudit(tx, "staff-signed-in", { staffId, by });
  return token;
}

/** The roles of an open session, undefined for one that has ended. Asking does not keep it open. */
export async function findMemberships(db: Database, tokenHash: string): Promise<Membership[] | undefined> {
  return (await readSession(db, tokenHash))?.memberships;
}

/**
 * The session of a cookie. It reads the roles each time, so that a change counts at once on every server. Throws 401
 * (101) for a session that is unknown, ended, idle for half an hour or twelve hours old.
 */
export async function findSession(db: Database, token: string | undefined): Promise<StaffSession> {
  if (token === undefined) throw new WalletError("signedOut");
  const tokenHash = toHash(token);
  const row = await readSession(db, tokenHash);
  if (!row) throw new WalletError("signedOut");
  if (row.seen_long_ago)
    await db.execute(sql`update staff_sessions set seen_at = app_now() where token_hash = ${tokenHash}`);
  return {
    tokenHash,
    staff: { id: row.id, email: row.email, displayName: row.display_name, memberships: row.memberships },
    provedUntil: new Date(row.proved_until),
    isProofFresh: row.proof_fresh,
    isLimited: row.limited,
    expiresAt: new Date(row.expires_at),
  };
}

async function readSession(db: Database, tokenHash: string): Promise<Row | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select s.id, s.email, s.display_name, t.expires_at,
      coalesce((select jsonb_agg(jsonb_build_object('orgId', r.org_id, 'role', r.role) order by r.org_id, r.role)
        from staff_roles r where r.staff_id = s.id and (t.only_org_id is null or r.org_id = t.only_org_id)), '[]')
        as memberships,
      t.only_org_id is not null as limited, t.seen_at < app_now() - interval '1 minute' as seen_long_ago,
      t.proved_at + ${proofMinutes} * interval '1 minute' as proved_until,
      t.proved_at > app_now() - ${proofMinutes} * interval '1 minute' as proof_fresh
    from staff_sessions t join staff s on s.id = t.staff_id
    where t.token_hash = ${tokenHash} and t.ended_at is null and s.removed_at is null and t.expires_at > app_now()
      and t.seen_at > app_now() - ${idleMinutes} * interval '1 minute'`);
  return rows[0];
}

/** Records a proof by passkey; → the time until which it counts. Throws 401 when the session has ended. */
export async function recordStaffProof(tx: Queryable, { tokenHash, staff }: StaffSession) {
  const { rows } = await tx.execute<{ until: Date | string }>(sql`
    update staff_sessions set proved_at = app_now() where token_hash = ${tokenHash} and ended_at is null
    returning app_now() + ${proofMinutes} * interval '1 minute' as until`);
  if (!rows[0]) throw new WalletError("signedOut");
  await writeStaffAudit(tx, "staff-proved-again", { staffId: staff.id });
  return { provedUntil: new Date(rows[0].until).toISOString() };
}

export async function endSession(db: Queryable, { tokenHash, staff }: StaffSession): Promise<void> {
  await db.execute(sql`
    update staff_sessions set ended_at = app_now(), end_reason = 'sign-out'
    where token_hash = ${tokenHash} and ended_at is null`);
  await writeStaffAudit(db, "staff-signed-out", { staffId: staff.id });
}

export async function pruneStaff(db: Database): Promise<void> {
  await prune(db, staffSessions, sql`expires_at < app_now() - interval '1 day'`);
  await prune(db, staffInvitations, sql`expires_at < app_now()`);
  await prune(db, staffApprovals, sql`expires_at < app_now() - interval '1 day'`);
}
