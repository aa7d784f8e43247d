import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { State } from "#engine/core/definitions/states.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import { isPastExpiry } from "#engine/core/transaction/expiry.ts";
import { runningStates } from "#engine/core/definitions/states.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/services.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { transactionItems, transactions } from "#server/platform/store/tables/transactions.ts";
import { pinDefinitions } from "./pinned-definitions.ts";
import { completeIdentityItems } from "./identity.ts";
import { restartIdleClock, setTransitionCause, type TransitionServices } from "./apply-transition.ts";
import { readNow } from "./load.ts";

/** The organisation and request of a form link. Throws 404 (code 104). */
export function getRequest(
  services: Pick<Services, "config">,
  orgId: string,
  formId: string,
): { organisation: OrganisationRelease; request: RequestDefinition } {
  const organisation = getOrganisation(services, orgId);
  const request = organisation.get("request", formId);
  if (!request) throw notFound("form");
  return { organisation, request };
}

/** The organisation in the current release. Throws 404 (code 104). */
export function getOrganisation(services: Pick<Services, "config">, orgId: string): OrganisationRelease {
  const organisation = services.config.organisation(orgId);
  if (!organisation) throw notFound("organisation");
  return organisation;
}

/** Returns whether the request is for invited numbers only and this is not one of them. */
export function isNotInvited(request: RequestDefinition, mobile: string): boolean {
  return request.invited !== undefined && !request.invited.includes(mobile);
}

/**
 * The candidate's open transaction of that form, otherwise a new one. Throws 104, 103 (invited only), 110. → its id.
 */
export function openTransaction(
  services: Services,
  candidate: Candidate,
  orgId: string,
  formId: string,
): Promise<string> {
  const { organisation, request } = getRequest(services, orgId, formId);
  return transact(services.db, async (tx) => {
    // Two tabs that open one link create one transaction: the second waits here for the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${candidate.id} ${orgId} ${formId}`}, 0))`);
    const [open] = await tx
      .select({ id: transactions.id })
      .from(transactions)
      .where(
        and(
          eq(transactions.candidateId, candidate.id),
          eq(transactions.orgId, orgId),
          eq(transactions.formId, formId),
          inArray(transactions.state, [...runningStates]),
        ),
      )
      .orderBy(desc(transactions.createdAt))
      .limit(1);
    if (open) return open.id;
    if (isNotInvited(request, candidate.mobile)) throw new WalletError("accessNotAllowed");
    const now = await readNow(tx);
    if (isPastExpiry(request.expiry, now.toISOString())) throw new WalletError("formExpired");
    return createTransaction(tx, services, {
      release: services.config.current(),
      organisation,
      request,
      candidateId: candidate.id,
      now,
    });
  });
}

/** Creates a transaction with its items. An identity verified before completes its items at once. → its id. */
export async function createTransaction(
  tx: Queryable,
  services: TransitionServices,
  {
    release,
    organisation,
    request,
    candidateId,
    now,
    state = "NOT_INITIALIZED",
  }: {
    release: Release;
    organisation: OrganisationRelease;
    request: RequestDefinition;
    candidateId: string;
    now: Date;
    state?: State;
  },
): Promise<string> {
  const id = newId();
  await setTransitionCause(tx, "transactions.create");
  await pinDefinitions(tx, release, organisation, now);
  await tx.insert(transactions).values({
    id,
    candidateId,
    orgId: organisation.orgId,
    formId: request.id,
    releaseId: release.id,
    state,
    ...restartIdleClock(now),
    createdAt: now,
    updatedAt: now,
  });
  await tx.insert(transactionItems).values(
    request.verifications.map(({ verification }, position) => ({
      transactionId: id,
      name: verification,
      position,
      identity: organisation.get("verification", verification)?.identity !== undefined,
      state: "NOT_INITIALIZED" as const,
    })),
  );
  await completeIdentityItems(tx, services, candidateId, id);
  return id;
}
