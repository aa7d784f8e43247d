import { and, eq, sql } from "drizzle-orm";
import type { ReadyEvent } from "#engine/contract/verifier-api.ts";
import type { CallList } from "#engine/core/scope/shapes/verifier-calls.ts";
import { services as bases } from "#engine/contract/services.ts";
import { notFound } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { describeError } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { cases } from "#server/platform/store/tables/cases.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { verifierCalls, type VerifierCallState } from "#server/platform/store/tables/verifier-calls.ts";
import type { Services } from "#server/services.ts";
import {
  applySubmissionTransitions,
  setTransitionCause,
  syncTransactionState,
} from "#server/wallet/transactions/apply-transition.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import { getCase, isOpen, toLabel } from "../queue.ts";
import { isWithinScopes, listScopes } from "./system-cases.ts";

type Call = typeof verifierCalls.$inferSelect;

const batch = 50;
/** An attempt takes at most ten seconds; after this another server tries. */
const leaseSeconds = 60;
/** Waits after failed attempts, as Standard Webhooks proposes: 5 seconds to 24 hours, some three days in all. */
const waitsSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** Without an address the call waits; the operator may add one any time. */
const unconfiguredWaitSeconds = 600;

/** Job: tells systems about submissions that wait for their result. Several servers may run it at the same time. */
export async function sweepVerifierCalls(services: Services): Promise<void> {
  await enqueue(services);
  const { rows } = await services.db.execute<{ id: string }>(sql`
    update verifier_calls set attempts = attempts + 1, due_at = app_now() + ${leaseSeconds} * interval '1 second'
    where id in (
      select id from verifier_calls where state = 'due' and due_at <= app_now()
      order by due_at limit ${batch} for update skip locked)
    returning id`);
  await Promise.all(rows.map(({ id }) => send(services, id)));
}

/** Adds an event for each open version of a submission that has none. */
async function enqueue(services: Services): Promise<void> {
  const scopes = listScopes(services);
  if (scopes.length === 0) return;
  const { rows } = await services.db.execute<{
    org_id: string;
    verification_name: string;
    transaction_id: string;
    sub_type: string;
    version: number;
  }>(sql`
    select * from (
      select c.org_id, c.verification_name, c.transaction_id, c.sub_type,
        (select count(*)::int + 1 from submission_versions v
          where v.transaction_id = c.transaction_id and v.sub_type = c.sub_type) as version
      from cases c where ${isOpen} and ${isWithinScopes(scopes)}) open
    where not exists (select 1 from verifier_calls k
      where k.transaction_id = open.transaction_id and k.sub_type = open.sub_type and k.version = open.version)
    limit ${batch}`);
  if (rows.length === 0) return;
  const now = await services.clock.now();
  const values = rows.map((row) => ({
    id: newId(),
    orgId: row.org_id,
    system: scopes.find(({ org, name }) => org === row.org_id && name === row.verification_name)!.system,
    transactionId: row.transaction_id,
    subType: row.sub_type,
    version: row.version,
    dueAt: now,
    createdAt: now,
  }));
  await services.db.insert(verifierCalls).values(values).onConflictDoNothing();
}

async function send(services: Services, id: string): Promise<void> {
  const { db, ports, log, clock } = services;
  const [call] = await db.select().from(verifierCalls).where(eq(verifierCalls.id, id));
  if (!call) return;
  const event = await toEvent(services, call);
  if (!event) return settle(db, call, { state: "obsolete" });
  const port = ports.verifiers(call.system);
  const now = await clock.now();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  if (!port)
    return settle(db, call, {
      attempts: call.attempts - 1,
      dueAt: later(unconfiguredWaitSeconds),
      lastError: "VERIFIERS has no address",
    });
  try {
    await port.send(call.id, event);
  } catch (error) {
    const wait = waitsSeconds[call.attempts - 1];
    const lastError = error instanceof Error ? error.message.slice(0, 300) : "failed";
    log.warn({ system: call.system, call: call.id, ...describeError(error) }, "event for a verifier was not accepted");
    return settle(db, call, wait === undefined ? { state: "dead", lastError } : { dueAt: later(wait), lastError });
  }
  await accept(services, call, now);
}

/** The event, or undefined when the submission no longer waits for a result of this version. */
async function toEvent(services: Services, call: Call): Promise<ReadyEvent | undefined> {
  const { transactionId: txnId, subType, orgId, version } = call;
  const { rows } = await services.db.execute<{ former: number }>(sql`
    select count(*)::int as former from submission_versions
    where transaction_id = ${txnId} and sub_type = ${subType}`);
  const found = await getCase(services, { orgId, txnId, subType });
  if (!["SUBMITTED", "IN_PROGRESS"].includes(found.state) || rows[0]!.former + 1 !== version) return undefined;
  const { formId, verificationName, state, dueAt } = found;
  return {
    type: "submission.ready",
    timestamp: (await services.clock.now()).toISOString(),
    data: {
      orgId,
      txnId,
      subType,
      formId,
      verificationName,
      version,
      state,
      dueAt,
      url: `${services.settings.publicUrl}${bases.verifier}/submissions/${encodeURIComponent(txnId)}/${encodeURIComponent(subType)}`,
    },
  };
}

/** The system has the submission: it is with the verifier now. */
async function accept(services: Services, call: Call, now: Date): Promise<void> {
  await transact(services.db, async (tx) => {
    await setTransitionCause(tx, "job");
    const loaded = await lockTransactionById(tx, call.transactionId);
    if (!loaded) return;
    await settle(tx, call, { state: "accepted", acceptedAt: now, lastError: null });
    await applySubmissionTransitions(tx, loaded, services, {
      by: "job",
      subTypes: [call.subType],
      from: "SUBMITTED",
      to: "IN_PROGRESS",
    });
    await syncTransactionState(tx, call.transactionId, services);
  });
}

/** Stores the end of an attempt, unless another server has stored one. */
async function settle(
  db: Queryable,
  { id, attempts }: Call,
  changes: Partial<Pick<Call, "state" | "attempts" | "dueAt" | "acceptedAt" | "lastError">>,
): Promise<void> {
  await db
    .update(verifierCalls)
    .set(changes)
    .where(and(eq(verifierCalls.id, id), eq(verifierCalls.attempts, attempts), eq(verifierCalls.state, "due")));
}

/** The events of an organisation, the newest first. */
export async function listVerifierCalls(
  { db, config }: Pick<Services, "db" | "config">,
  orgId: string,
  { state, count }: { state?: VerifierCallState | undefined; count: number },
): Promise<CallList["list"]> {
  const rows = await db
    .select({ call: verifierCalls, verificationName: cases.verificationName, holderName: transactions.holderName })
    .from(verifierCalls)
    .innerJoin(transactions, eq(transactions.id, verifierCalls.transactionId))
    .innerJoin(
      cases,
      and(eq(cases.transactionId, verifierCalls.transactionId), eq(cases.subType, verifierCalls.subType)),
    )
    .where(and(eq(verifierCalls.orgId, orgId), ...(state === undefined ? [] : [eq(verifierCalls.state, state)])))
    .orderBy(sql`${verifierCalls.createdAt} desc`)
    .limit(count);
  return rows.map(({ call, verificationName, holderName }) => ({
    id: call.id,
    system: call.system,
    txnId: call.transactionId,
    subType: call.subType,
    verificationName,
    label: toLabel(config, orgId, verificationName),
    ...(holderName !== null && { holderName }),
    version: call.version,
    state: call.state,
    attempts: call.attempts,
    createdAt: call.createdAt.toISOString(),
    ...(call.state === "due" && { nextAt: call.dueAt.toISOString() }),
    ...(call.acceptedAt && { acceptedAt: call.acceptedAt.toISOString() }),
    ...(call.lastError !== null && { lastError: call.lastError }),
  }));
}

/** Sends a dead event again. Throws 404 (104) when there is none. */
export async function resendVerifierCall(
  services: Pick<Services, "db" | "clock">,
  { orgId, callId }: { orgId: string; callId: string },
): Promise<void> {
  const changed = await services.db
    .update(verifierCalls)
    .set({ state: "due", attempts: 0, dueAt: await services.clock.now() })
    .where(and(eq(verifierCalls.id, callId), eq(verifierCalls.orgId, orgId), eq(verifierCalls.state, "dead")))
    .returning({ id: verifierCalls.id });
  if (changed.length === 0) throw notFound("case");
}
