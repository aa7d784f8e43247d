import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Database, type Queryable } from "#server/platform/store/database.ts";
import { toHash, writeStaffAudit } from "./staff-tools.ts";

/** An invitation is open for three days. */
const invitationHours = 72;

/** A role in an organisation. */
export interface Membership {
  orgId: string;
  role: string;
}

/** A member of staff as colleagues see them. */
export interface Member {
  id: string;
  email: string;
  displayName: string;
  roles: string[];
  state: "active" | "invited";
}

/** A one-time link, as its token. */
export interface Invitation {
  staffId: string;
  token?: string;
  expiresAt?: string;
}

/** Who grants: a member of staff, or null for the command line, which may do everything. */
export type Granter = { id: string; mayInviteTo(orgId: string): boolean } | null;

/** The address that staff have: trimmed, in small letters. */
export const toEmail = (text: string): string => text.trim().toLowerCase();

/** The staff of an organisation, by name. */
export async function listMembers(db: Queryable, orgId: string): Promise<Member[]> {
  const { rows } = await db.execute<{
    id: string;
    email: string;
    display_name: string;
    roles: string[];
    active: boolean;
  }>(sql`
    select s.id, s.email, s.display_name, array_agg(r.role order by r.role) as roles,
      exists (select 1 from staff_passkeys p where p.staff_id = s.id) as active
    from staff_roles r join staff s on s.id = r.staff_id
    where r.org_id = ${orgId} group by s.id order by s.display_name, s.id limit 1000`);
  return rows.map(({ id, email, display_name: displayName, roles, active }) => ({
    id,
    email,
    displayName,
    roles,
    state: active ? "active" : "invited",
  }));
}

/**
 * Gives a person a role. Who has no passkey yet gets a one-time link, which replaces an earlier one; not for a person
 * who also works for an organisation that the granter may not invite to.
 */
export async function invite(
  db: Database,
  { email, displayName, orgId, role }: Membership & { email: string; displayName?: string | undefined },
  by: Granter,
): Promise<Invitation> {
  const address = toEmail(email);
  return transact(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into staff (id, email, display_name, created_at)
      values (${newId()}, ${address}, ${displayName?.trim() || address}, app_now())
      on conflict (email) do update set removed_at = null returning id`);
    const staffId = rows[0]!.id;
    await tx.execute(sql`
      insert into staff_roles (staff_id, org_id, role, granted_by, granted_at)
      values (${staffId}, ${orgId}, ${role}, ${by?.id ?? null}, app_now()) on conflict do nothing`);
    await writeStaffAudit(tx, "staff-invited", { staffId: by?.id ?? "command-line", orgId, role, invitedId: staffId });
    if ((await hasPasskeys(tx, staffId)) || !(await isWithinReach(tx, staffId, by))) return { staffId };
    return issueInvitation(tx, staffId);
  });
}

/**
 * Takes all roles in the organisation. A person without any role is removed: passkeys and invitation go, and the
 * sessions end. Throws 404, and 409 for one's own roles.
 */
export async function removeMember(
  db: Database,
  { orgId, staffId }: { orgId: string; staffId: string },
  by: { id: string } | null,
): Promise<void> {
  if (by?.id === staffId) throw new WalletError("stateConflict", withReason("own-membership"));
  await transact(db, async (tx) => {
    await lockMember(tx, orgId, staffId);
    await tx.execute(sql`delete from staff_roles where staff_id = ${staffId} and org_id = ${orgId}`);
    await tx.execute(sql`
      update cases set assignee_id = null, assigned_at = null where assignee_id = ${staffId} and org_id = ${orgId}`);
    await writeStaffAudit(tx, "staff-removed", { staffId: by?.id ?? "command-line", orgId, removedId: staffId });
    const left = await tx.execute(sql`select 1 from staff_roles where staff_id = ${staffId} limit 1`);
    if (left.rows.length > 0) return;
    await tx.execute(sql`update staff set removed_at = app_now() where id = ${staffId}`);
    await closeAccess(tx, staffId, "removed");
  });
}

/**
 * For a person who lost their passkeys: removes them, ends the sessions, and issues a new link. Throws 404, 409 for
 * oneself, and 403 when the person also works for an organisation that the granter may not invite to.
 */
export async function recoverMember(
  db: Database,
  { orgId, staffId }: { orgId: string; staffId: string },
  by: Granter,
): Promise<Invitation> {
  if (by?.id === staffId) throw new WalletError("stateConflict", withReason("own-membership"));
  return transact(db, async (tx) => {
    await lockMember(tx, orgId, staffId);
    if (!(await isWithinReach(tx, staffId, by)))
      throw new WalletError("accessNotAllowed", withReason("works-elsewhere-too"));
    await closeAccess(tx, staffId, "recovery");
    await writeStaffAudit(tx, "staff-recovered", { staffId: by?.id ?? "command-line", orgId, recoveredId: staffId });
    return issueInvitation(tx, staffId);
  });
}

/** Finds the person of an open invitation. Throws 404 for a used, replaced, expired or unknown one. */
export async function findInvited(
  db: Queryable,
  token: string,
): Promise<{ id: string; email: string; displayName: string }> {
  const { rows } = await db.execute<{ id: string; email: string; display_name: string }>(sql`
    select s.id, s.email, s.display_name from staff_invitations i join staff s on s.id = i.staff_id
    where i.token_hash = ${toHash(token)} and i.expires_at > app_now() and s.removed_at is null`);
  const row = rows[0];
  if (!row) throw notFound("invitation");
  return { id: row.id, email: row.email, displayName: row.display_name };
}

/** Spends an invitation: one statement decides between parallel calls. Throws 404. */
export async function spendInvitation(tx: Queryable, token: string): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`delete from staff_invitations where token_hash = ${toHash(token)} and expires_at > app_now()`,
  );
  if (rowCount !== 1) throw notFound("invitation");
}

/** The link has its token behind `#`, which no server and no log sees. */
export const toInvitationLink = (publicUrl: string, { orgId, token }: { orgId: string; token: string }): string =>
  new URL(`/console/join?orgId=${encodeURIComponent(orgId)}#${token}`, publicUrl).href;

/** Makes what is counted or checked about a person hold until the end of the transaction. */
export async function lockStaff(tx: Queryable, staffId: string): Promise<void> {
  await tx.execute(sql`select 1 from staff where id = ${staffId} for update`);
}

/** The name that the person gave. */
export async function nameMember(tx: Queryable, staffId: string, displayName: string): Promise<void> {
  await tx.execute(sql`update staff set display_name = ${displayName} where id = ${staffId}`);
}

async function issueInvitation(tx: Queryable, staffId: string): Promise<Invitation> {
  const token = randomBytes(32).toString("base64url");
  const { rows } = await tx.execute<{ expires_at: Date | string }>(sql`
    insert into staff_invitations (token_hash, staff_id, expires_at)
    values (${toHash(token)}, ${staffId}, app_now() + ${invitationHours} * interval '1 hour')
    on conflict (staff_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning expires_at`);
  return { staffId, token, expiresAt: new Date(rows[0]!.expires_at).toISOString() };
}

async function hasPasskeys(db: Queryable, staffId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from staff_passkeys where staff_id = ${staffId} limit 1`);
  return rows.length > 0;
}

/** A link opens everything that the person may do, so the granter must be able to grant all of it. */
async function isWithinReach(db: Queryable, staffId: string, by: Granter): Promise<boolean> {
  const { rows } = await db.execute<{ org_id: string }>(
    sql`select distinct org_id from staff_roles where staff_id = ${staffId}`,
  );
  return by === null || rows.every(({ org_id: orgId }) => by.mayInviteTo(orgId));
}

async function lockMember(tx: Queryable, orgId: string, staffId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from staff s where s.id = ${staffId}
      and exists (select 1 from staff_roles r where r.staff_id = s.id and r.org_id = ${orgId}) for update`);
  if (rows.length === 0) throw notFound("staff");
}

async function closeAccess(tx: Queryable, staffId: string, reason: "removed" | "recovery"): Promise<void> {
  await tx.execute(sql`delete from staff_passkeys where staff_id = ${staffId}`);
  await tx.execute(sql`delete from staff_invitations where staff_id = ${staffId}`);
  await tx.execute(sql`
    update staff_sessions set ended_at = app_now(), end_reason = ${reason}
    where staff_id = ${staffId} and ended_at is null`);
}
