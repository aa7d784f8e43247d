import { sql } from "drizzle-orm";
import type { Approval, ApprovalDetail } from "#engine/core/scope/shapes/approvals.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Database, type Queryable } from "#server/platform/store/database.ts";
import { toHash, writeStaffAudit } from "./staff-tools.ts";

/** A request waits this long for a second person, and an approval for the call. */
const approvalHours = 24;

/** A call that needs a second person. `call` is its path and body, `subject` has the ids in its path. */
export interface ApprovedCall {
  orgId: string;
  operation: string;
  call: readonly unknown[];
  subject: string;
  /** What the second person reads. */
  detail: ApprovalDetail;
  staffId: string;
}

/**
 * Spends the approval of exactly this call by this person. Without one it stores the request, once, and throws 403
 * (124) with its id.
 */
export async function spendApproval(db: Database, approved: ApprovedCall): Promise<void> {
  const taken = await transact(db, (tx) => takeApproval(tx, approved));
  if ("approvalId" in taken) throw toApprovalNeeded(taken.approvalId);
}

/** The refusal of a call that waits for a second person. */
export const toApprovalNeeded = (approvalId: string): WalletError =>
  new WalletError("approvalNeeded", { data: { approvalId } });

/** As `spendApproval`, in the transaction of the call itself. → who approved it, or the id of the open request. */
export async function takeApproval(
  tx: Queryable,
  { orgId, operation, call, subject, detail, staffId }: ApprovedCall,
): Promise<{ approvedBy: string } | { approvalId: string }> {
  const callHash = toHash(JSON.stringify([operation, ...call]));
  const spent = await tx.execute<{ approved_by: string }>(sql`
    delete from staff_approvals where id = (
      select id from staff_approvals where requested_by = ${staffId} and call_hash = ${callHash}
        and approved_by is not null and expires_at > app_now() limit 1 for update)
    returning approved_by`);
  if (spent.rows[0]) return { approvedBy: spent.rows[0].approved_by };
  const open = await tx.execute<{ id: string }>(sql`
    select id from staff_approvals where requested_by = ${staffId} and call_hash = ${callHash}
      and approved_by is null and expires_at > app_now() limit 1`);
  if (open.rows[0]) return { approvalId: open.rows[0].id };
  const id = newId();
  await tx.execute(sql`
    insert into staff_approvals (id, org_id, operation, call_hash, subject, detail, requested_by, requested_at, expires_at)
    values (${id}, ${orgId}, ${operation}, ${callHash}, ${subject}, ${JSON.stringify(detail)}::jsonb, ${staffId},
      app_now(), app_now() + ${approvalHours} * interval '1 hour')`);
  await writeStaffAudit(tx, "staff-approval-requested", { staffId, orgId, operation, approvalId: id });
  return { approvalId: id };
}

interface Row extends Record<string, unknown> {
  id: string;
  operation: string;
  subject: string;
  detail: ApprovalDetail;
  requested_by: string;
  display_name: string;
  requested_at: Date | string;
  approved: boolean;
}

/** The open requests of an organisation for one of these operations, the oldest first; `orderId`: about one order. */
export async function listApprovals(
  db: Queryable,
  orgId: string,
  operations: readonly string[],
  orderId?: string,
): Promise<Approval[]> {
  const { rows } = await db.execute<Row>(sql`
    select a.id, a.operation, a.subject, a.detail, a.requested_by, s.display_name, a.requested_at,
      a.approved_by is not null as approved
    from staff_approvals a join staff s on s.id = a.requested_by
    where a.org_id = ${orgId} and a.expires_at > app_now() and a.operation = any(${sql.param(operations)}::text[])
      ${orderId === undefined ? sql`` : sql`and a.detail->>'orderId' = ${orderId}`}
    order by a.requested_at, a.id limit 100`);
  return rows.map((row) => ({
    id: row.id,
    operation: row.operation,
    subject: row.subject,
    detail: row.detail,
    requestedBy: { id: row.requested_by, displayName: row.display_name },
    requestedAt: new Date(row.requested_at).toISOString(),
    isApproved: row.approved,
  }));
}

/** The number of requests that wait for this person: those of colleagues, for calls that the person may make too. */
export async function countApprovals(
  db: Queryable,
  { orgId, staffId, operations }: { orgId: string; staffId: string; operations: readonly string[] },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from staff_approvals
    where org_id = ${orgId} and expires_at > app_now() and approved_by is null and requested_by <> ${staffId}
      and operation = any(${sql.param(operations)}::text[])`);
  return rows[0]!.count;
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
