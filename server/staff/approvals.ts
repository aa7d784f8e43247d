import { sql } from "drizzle-orm";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Database, type Queryable } from "#server/platform/store/database.ts";
import { writeStaffAudit } from "./staff-tools.ts";

/** A request waits this long for a second person, and an approval for the call. */
const approvalHours = 24;

/** A call that needs a second person. `callHash` covers its path and body, `subject` has the ids in its path. */
export interface ApprovedCall {
  orgId: string;
  operation: string;
  callHash: string;
  subject: string;
  staffId: string;
}

/** A request for a second person. */
export interface Approval {
  id: string;
  operation: string;
  subject: string;
  requestedBy: { id: string; displayName: string };
  requestedAt: string;
  isApproved: boolean;
}

/**
 * Spends the approval of exactly this call by this person. Without one it stores the request, once, and throws 403
 * (124) with its id.
 */
export async function spendApproval(db: Database, call: ApprovedCall): Promise<void> {
  const { orgId, operation, callHash, subject, staffId } = call;
  const approvalId = await transact(db, async (tx) => {
    const spent = await tx.execute(sql`
      delete from staff_approvals where id = (
        select id from staff_approvals where requested_by = ${staffId} and call_hash = ${callHash}
          and approved_by is not null and expires_at > app_now() limit 1 for update)`);
    if (spent.rowCount === 1) return undefined;
    const open = await tx.execute<{ id: string }>(sql`
      select id from staff_approvals where requested_by = ${staffId} and call_hash = ${callHash}
        and approved_by is null and expires_at > app_now() limit 1`);
    if (open.rows[0]) return open.rows[0].id;
    const id = newId();
    await tx.execute(sql`
      insert into staff_approvals (id, org_id, operation, call_hash, subject, requested_by, requested_at, expires_at)
      values (${id}, ${orgId}, ${operation}, ${callHash}, ${subject}, ${staffId}, app_now(),
        app_now() + ${approvalHours} * interval '1 hour')`);
    await writeStaffAudit(tx, "staff-approval-requested", { staffId, orgId, operation, approvalId: id });
    return id;
  });
  if (approvalId !== undefined) throw new WalletError("approvalNeeded", { data: { approvalId } });
}

/** The open requests of an organisation for one of these operations, the oldest first. */
export async function listApprovals(db: Queryable, orgId: string, operations: readonly string[]): Promise<Approval[]> {
  const { rows } = await db.execute<{
    id: string;
    operation: string;
    subject: string;
    requested_by: string;
    display_name: string;
    requested_at: Date | string;
    approved: boolean;
  }>(sql`
    select a.id, a.operation, a.subject, a.requested_by, s.display_name, a.requested_at, a.approved_by is not null as approved
    from staff_approvals a join staff s on s.id = a.requested_by
    where a.org_id = ${orgId} and a.expires_at > app_now() and a.operation = any(${sql.param(operations)}::text[])
    order by a.requested_at, a.id limit 100`);
  return rows.map((row) => ({
    id: row.id,
    operation: row.operation,
    subject: row.subject,
    requestedBy: { id: row.requested_by, displayName: row.display_name },
    requestedAt: new Date(row.requested_at).toISOString(),
    isApproved: row.approved,
  }));
}

/**
 * Approves or rejects a request: once, by another person who may make the call too. Throws 404, 409 for one's own
 * request.
 */
export async function answerApproval(
  db: Database,
  { id, orgId, staffId, approve }: { id: string; orgId: string; staffId: string; approve: boolean },
  mayCall: (operation: string) => boolean,
): Promise<void> {
  await transact(db, async (tx) => {
    const { rows } = await tx.execute<{ operation: string; requested_by: string }>(sql`
      select operation, requested_by from staff_approvals
      where id = ${id} and org_id = ${orgId} and approved_by is null and expires_at > app_now() for update`);
    const row = rows[0];
    if (!row || !mayCall(row.operation)) throw notFound("approval");
    if (row.requested_by === staffId) throw new WalletError("stateConflict", withReason("own-request"));
    await (approve
      ? tx.execute(sql`
          update staff_approvals set approved_by = ${staffId}, expires_at = app_now() + ${approvalHours} * interval '1 hour'
          where id = ${id}`)
      : tx.execute(sql`delete from staff_approvals where id = ${id}`));
    const event = approve ? "staff-approved" : "staff-rejected";
    await writeStaffAudit(tx, event, { staffId, orgId, operation: row.operation, approvalId: id });
  });
}
