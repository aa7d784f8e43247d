import { and, eq, sql } from "drizzle-orm";
import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import type { WholeCase } from "#engine/core/scope/shapes/cases.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { setTransitionCause } from "#server/platform/ledger-cause.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { submissions, verifierEvents } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { hasCredentialLeft, retractCredential } from "../credentials/withdraw.ts";
import { rewriteRequests, toHoldKey } from "../transactions/announcements.ts";
import { applyTransition, syncTransactionState } from "../transactions/apply-transition.ts";
import { assertAllowed } from "../transactions/guard.ts";
import {
  findSubmission,
  lockTransactionById,
  type LoadedTransaction,
  type SubmissionRow,
} from "../transactions/load.ts";
import { outcomes, type DecidedSubmission } from "./apply-result.ts";

/** Keys of a submission. */
interface SubmissionKeys {
  txnId: string;
  subType: string;
}

/** Who undoes a decision. */
interface Undoer {
  staffId: string;
  /** Throws when the person may not. */
  assert(tx: Queryable, loaded: LoadedTransaction): Promise<void>;
}

const undoMinutes = 10;
const by = "cases.undo";
const ended: readonly State[] = ["COMPLETED", "FAILED"];

type Undo = NonNullable<WholeCase["undo"]>;
type UndoRefusal = Extract<MessageKey<"refusals">, `undo-${string}`>;

interface Decision extends Record<string, unknown> {
  event_id: string;
  outcome: string;
  staff_id: string | null;
  received_at: Date | string;
}

/** A decision that can be undone. */
interface Undoable {
  undo: Undo;
  refusal?: undefined;
  eventId: string;
  decidedAt: Date;
  /** When the message that waits was written. */
  writtenAt?: Date | undefined;
}

/**
 * Finds out until when the last decision on a submission can be undone: ten minutes, or less when a message or a
 * delivery leaves earlier. Otherwise why it cannot.
 */
export async function findUndo(
  { outbox }: Pick<Services, "outbox">,
  tx: Queryable,
  { row, now }: LoadedTransaction,
  submission: SubmissionRow,
): Promise<Undoable | { refusal: UndoRefusal; undo?: undefined }> {
  const { rows } = await tx.execute<Decision>(sql`
    select event_id, outcome, staff_id, received_at from verifier_events
    where transaction_id = ${row.id} and sub_type = ${submission.subType} and effect = 'applied'
    order by received_at desc, event_id desc limit 1`);
  const [last] = rows;
  const outcome = last && Object.entries(outcomes).find(([name]) => name === last.outcome);
  if (!last || last.staff_id === null || outcome?.[1] !== submission.state) return { refusal: "undo-nothing" };
  const decidedAt = new Date(last.received_at);
  const end = new Date(decidedAt.getTime() + undoMinutes * 60_000);
  if (end <= now) return { refusal: "undo-over" };
  const { hasLeft, waiting } = await outbox.readHeld(tx, toHoldKey(row), decidedAt);
  const sending = await readDeliveries(tx, row.id);
  if (hasLeft || sending.hasLeft) return { refusal: "undo-sent" };
  if (await hasCredentialLeft(tx, submission)) return { refusal: "undo-received" };
  const times = [waiting?.dueAt, sending.dueAt].flatMap((time) => time ?? []);
  const until = new Date(Math.min(end.getTime(), ...times.map((time) => time.getTime())));
  if (until <= now) return { refusal: "undo-sent" };
  return {
    undo: { until: until.toISOString(), isHeld: times.length > 0 },
    eventId: last.event_id,
    decidedAt,
    writtenAt: waiting?.createdAt,
  };
}

async function readDeliveries(tx: Queryable, txnId: string): Promise<{ hasLeft: boolean; dueAt?: Date }> {
  const { rows } = await tx.execute<{ left: boolean | null; due_at: Date | string | null }>(sql`
    select bool_or(attempts > 0 or state not in ('due', 'waiting')) as left, min(due_at) as due_at
    from deliveries where transaction_id = ${txnId}`);
  const { left, due_at: dueAt } = rows[0]!;
  return { hasLeft: left ?? false, ...(dueAt !== null && { dueAt: new Date(dueAt) }) };
}

/**
 * Undoes the last decision on a submission: it is with the verifiers again, and what waited is dropped. Returns its
 * state. Throws 404, 409 (109) when it is too late, something has left or a rule forbids it, and what `assert` throws.
 */
export async function undoResult(services: Services, keys: SubmissionKeys, undoer: Undoer): Promise<State> {
  const state = "IN_PROGRESS";
  await change(services, keys, undoer, async (tx, loaded, { item, submission, undoable }) => {
    assertAllowed(loaded, services, { by, item, submission, to: state });
    if (ended.includes(loaded.row.state)) {
      assertAllowed(loaded, services, { by, to: state });
      await applyTransition(tx, loaded.row, state, loaded.now);
    }
    await tx
      .update(submissions)
      .set({ state, insufficiency: null, reason: null, updatedAt: loaded.now })
      .where(and(eq(submissions.transactionId, keys.txnId), eq(submissions.subType, keys.subType)));
    await retractCredential(tx, loaded, submission);
    await tx.execute(sql`delete from deliveries where transaction_id = ${keys.txnId} and attempts = 0`);
    await tx.execute(sql`
      delete from notifications where candidate_id = ${loaded.row.candidateId}
        and created_at = ${undoable.decidedAt.toISOString()}::timestamptz
        and message -> 'about' ->> 'txnId' = ${keys.txnId}`);
    await recordUndo(tx, loaded, keys, { eventId: undoable.eventId, staffId: undoer.staffId });
    const settled = await syncTransactionState(tx, keys.txnId, services);
    const isStillAsked = await hasRequestSince(tx, keys.txnId, undoable.writtenAt);
    await (isStillAsked
      ? rewriteRequests(tx, settled, services)
      : services.outbox.dropHeld(tx, toHoldKey(settled.row)));
  });
  return state;
}

/** Sends what waits after the last decision. Throws as `undoResult`, and 409 (109) when nothing waits. */
export async function sendHeld(services: Services, keys: SubmissionKeys, undoer: Undoer): Promise<void> {
  await change(services, keys, undoer, async (tx, { row }, { undoable }) => {
    if (!undoable.undo.isHeld) throw new WalletError("stateConflict", withReason("undo-nothing"));
    await services.outbox.releaseHeld(tx, toHoldKey(row));
    await tx.execute(sql`
      update deliveries set due_at = app_now() where transaction_id = ${row.id} and state = 'due' and attempts = 0`);
  });
  services.outbox.flushSoon();
}

/** Runs `run` on the locked transaction of a submission whose last decision can be undone. */
async function change(
  services: Services,
  keys: SubmissionKeys,
  { assert }: Undoer,
  run: (tx: Queryable, loaded: LoadedTransaction, found: DecidedSubmission & { undoable: Undoable }) => Promise<void>,
): Promise<void> {
  await transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, keys.txnId);
    const found = loaded && findSubmission(loaded, keys.subType);
    if (!found) throw notFound("case");
    await assert(tx, loaded);
    const undoable = await findUndo(services, tx, loaded, found.submission);
    if (undoable.refusal) throw new WalletError("stateConflict", withReason(undoable.refusal));
    await setTransitionCause(tx, by);
    await run(tx, loaded, { ...found, undoable });
  });
}

async function recordUndo(
  tx: Queryable,
  { now }: LoadedTransaction,
  { txnId, subType }: SubmissionKeys,
  { eventId, staffId }: { eventId: string; staffId: string },
): Promise<void> {
  await tx.update(verifierEvents).set({ effect: "undone" }).where(eq(verifierEvents.eventId, eventId));
  const undo = { eventId: newId(), transactionId: txnId, subType, outcome: "undo", effect: "applied" };
  await tx.insert(verifierEvents).values({ ...undo, staffId, receivedAt: now });
}

/** Returns whether the message that waits is also about another request, which was not undone. */
async function hasRequestSince(tx: Queryable, txnId: string, writtenAt: Date | undefined): Promise<boolean> {
  if (!writtenAt) return false;
  const { rows } = await tx.execute(sql`
    select 1 from verifier_events e
    join submissions s on s.transaction_id = e.transaction_id and s.sub_type = e.sub_type
    where e.transaction_id = ${txnId} and e.effect = 'applied' and e.outcome = 'insufficient'
      and s.state = 'INSUFFICIENT_DATA' and e.received_at >= ${writtenAt.toISOString()}::timestamptz limit 1`);
  return rows.length > 0;
}
