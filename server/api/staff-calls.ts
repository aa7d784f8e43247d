import type { FastifyRequest } from "fastify";
import type { AnyOperationId } from "#engine/contract/contracts.ts";
import type { OperationContract } from "#engine/contract/parts/operation-contract.ts";
import { WalletError, withReason } from "#server/errors.ts";
import type { ApprovalDetail } from "#engine/core/scope/shapes/approvals.ts";
import type { Services } from "#server/services.ts";
import { spendApproval } from "#server/staff/approvals.ts";
import { readSessionCookie } from "#server/staff/cookie.ts";
import { checkRole } from "#server/staff/roles.ts";
import { findSession, type StaffSession } from "#server/staff/sessions.ts";
import { writeStaffAudit } from "#server/staff/staff-tools.ts";

/**
 * Refuses calls of other sites, which the cookie's SameSite keeps out too. A browser sets both headers itself; a change
 * without either of them is refused. Throws 403 (103).
 */
export function assertSameOrigin({ method, headers }: FastifyRequest, publicUrl: string): void {
  const { origin, "sec-fetch-site": site } = headers;
  const isChange = method !== "GET" && method !== "HEAD";
  const isForeign =
    (origin !== undefined && origin !== new URL(publicUrl).origin) ||
    (site !== undefined && site !== "same-origin" && (isChange || site !== "none"));
  if (isForeign || (isChange && origin === undefined && site === undefined))
    throw new WalletError("accessNotAllowed", withReason("foreign-page"));
}

/** The session of the request's cookie. Throws 401 (101). */
export const authenticateStaff = (request: FastifyRequest, { db }: Services): Promise<StaffSession> =>
  findSession(db, readSessionCookie(request.headers.cookie));

/**
 * Decides whether a member of staff may make this call, and audits it: the role in the organisation of the path, a
 * fresh passkey, a second person. Throws 404 for an organisation of others, 403 (103, 122, 124).
 */
export async function authorizeStaff(
  operation: AnyOperationId,
  contract: OperationContract,
  request: FastifyRequest,
  services: Services,
): Promise<void> {
  const { staff, isProofFresh } = request.staffSession!;
  if (contract.ofSelf) return assertProof(contract, isProofFresh);
  const params = request.params as Readonly<Record<string, string>>;
  const orgId = params["orgId"]!;
  const { needsSecondPerson } = await auditForeign(services, { staffId: staff.id, operation, orgId }, () =>
    checkRole(services.config, staff.memberships, { operation, orgId }),
  );
  assertProof(contract, isProofFresh);
  // An address of a document is a secret for five minutes.
  const { orgId: _orgId, address: _address, ...subject } = params;
  if (needsSecondPerson)
    await spendApproval(services.db, {
      orgId,
      operation,
      call: [request.params, request.body ?? null],
      subject: Object.values(subject).join(" "),
      detail: toDetail(subject, request.body),
      staffId: staff.id,
    });
  await writeStaffAudit(services.db, "staff-call", { ...subject, staffId: staff.id, operation, orgId });
}

/** A look into an organisation of others is 404, and yet a refusal: it is audited. Any 403 is audited by its caller. */
async function auditForeign<T>(
  { db }: Services,
  detail: { staffId: string; operation: string; orgId: string },
  run: () => T,
): Promise<T> {
  try {
    return run();
  } catch (error) {
    if (error instanceof WalletError && error.kind === "notFound") await writeStaffAudit(db, "denied", detail);
    throw error;
  }
}

function assertProof({ needsFreshProof }: OperationContract, isProofFresh: boolean): void {
  if (needsFreshProof && !isProofFresh) throw new WalletError("proofNeeded");
}

/** The ids in the path and the reason in the body, for the second person. */
function toDetail({ txnId, subType }: Readonly<Record<string, string>>, body: unknown): ApprovalDetail {
  const { reason } = (body ?? {}) as { reason?: unknown };
  return {
    ...(txnId !== undefined && { txnId }),
    ...(subType !== undefined && { subType }),
    ...(typeof reason === "string" && { reason }),
  };
}

declare module "fastify" {
  interface FastifyRequest {
    staffSession?: StaffSession;
  }
}
