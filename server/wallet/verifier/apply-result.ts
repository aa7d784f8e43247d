import { and, eq } from "drizzle-orm";
import type { VerificationEvent } from "#engine/contract/protocol-endpoints.ts";
import type { State } from "#engine/core/definitions/states.ts";
import type { TransitionActor } from "#engine/core/definitions/states-catalogue.ts";
import { isWithin } from "#engine/core/form/form-model.ts";
import { issueCredential } from "../credentials/issue.ts";
import { hasValidCredential, withdrawCredential } from "../credentials/withdraw.ts";
import type { Services } from "#server/services.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { submissions, verifierEvents, type Insufficiency } from "#server/platform/store/tables/transactions.ts";
import { findForm } from "../submissions/form-validation.ts";
import { isAllowed } from "../transactions/guard.ts";
import { announceInsufficiency } from "../transactions/announcements.ts";
import {
  resetIdleClock,
  applySubmissionTransitions,
  setTransitionCause,
  syncTransactionState,
} from "../transactions/apply-transition.ts";
import {
  findSubmission,
  lockTransactionById,
  type ItemRow,
  type LoadedTransaction,
  type SubmissionRow,
} from "../transactions/load.ts";

/** A result for a submission that is not started yet starts it first. */
const start = { from: "SUBMITTED", to: "IN_PROGRESS" } as const;

/** The state of a submission by outcome. */
export const outcomes: Readonly<Record<Exclude<VerificationEvent["outcome"], "withdraw">, State>> = {
  complete: "COMPLETED",
  fail: "FAILED",
  insufficient: "INSUFFICIENT_DATA",
};

/** A submission, and the verification that it belongs to. */
export interface DecidedSubmission {
  item: ItemRow;
  submission: SubmissionRow;
}

/** Who decides: a provider's system, or a person in the console. */
export interface Decider {
  by: Extract<TransitionActor, "provider" | "cases.decide">;
  staffId?: string;
  /** Reasons of single fields by pointer, for the outcome 'insufficient'. */
  fieldReasons?: Readonly<Record<string, string>>;
  /** Messages and deliveries wait some minutes, so that the decision can be undone. */
  isHeld?: true;
  /** Throws when the decision is refused: nothing is stored. Without it, a refused result is stored as ignored. */
  assert?(tx: Queryable, loaded: LoadedTransaction, found: DecidedSubmission | undefined): Promise<void>;
  /** Runs last, in the database transaction of the result. What it throws undoes the result. */
  settle?(settled: LoadedTransaction): Promise<void>;
}
const provider: Decider = { by: "provider" };

/** What a result did. "ignored": it came late, or is unknown or not allowed. "repeated": its eventId came before. */
export interface ResultEffect {
  effect: "applied" | "ignored" | "repeated";
  /** The state of the transaction afterwards. */
  state: State;
}

/**
 * Applies a verifier's result to one submission, once per eventId. Results without effect are stored too. Returns
 * undefined when there is no such transaction. Throws what `decider.assert` throws.
 */
export async function applyVerifierResult(
  services: Services,
  event: VerificationEvent,
  decider: Decider = provider,
): Promise<ResultEffect | undefined> {
  const result = await transact(services.db, async (tx): Promise<ResultEffect | undefined> => {
    const loaded = await lockTransactionById(tx, event.txnId);
    if (!loaded) return undefined;
    await setTransitionCause(tx, decider.by);
    const found = findSubmission(loaded, event.subType);
    await decider.assert?.(tx, loaded, found);
    const { outcome } = event;
    const isApplicable =
      found !== undefined &&
      (outcome === "withdraw"
        ? await hasValidCredential(tx, found.submission)
        : mayDecide(services, loaded, found, { by: decider.by, to: outcomes[outcome] }));
    const inserted = await tx
      .insert(verifierEvents)
      .values({
        eventId: event.eventId,
        transactionId: event.txnId,
        subType: event.subType,
        outcome: event.outcome,
        effect: isApplicable ? "applied" : "ignored",
        staffId: decider.staffId ?? null,
        receivedAt: loaded.now,
      })
      .onConflictDoNothing()
      .returning({ eventId: verifierEvents.eventId });
    const { state } = loaded.row;
    if (inserted.length === 0) return { effect: "repeated", state };
    if (!isApplicable) return { effect: "ignored", state };
    if (outcome === "withdraw") {
      await withdrawCredential(tx, services, loaded, { ...found, reason: event.reason });
      return { effect: "applied", state };
    }
    await apply(tx, services, loaded, found, { event: { ...event, outcome }, decider });
    const { isHeld = false } = decider;
    const settled = await syncTransactionState(tx, loaded.row.id, services, { isHeld });
    if (event.outcome === "insufficient" && settled.row.state === state)
      await announceInsufficiency(tx, settled, { ...event, isHeld }, services);
    await decider.settle?.(settled);
    return { effect: "applied", state: settled.row.state };
  });
  services.outbox.flushSoon();
  return result;
}

function mayDecide(
  services: Services,
  loaded: LoadedTransaction,
  { item, submission }: DecidedSubmission,
  { by, to }: { by: Decider["by"]; to: State },
): boolean {
  const may = (state: State, next: State) =>
    isAllowed(loaded, services, { by, item, submission: { ...submission, state }, to: next });
  if (submission.state === start.from) return may(start.from, start.to) && may(start.to, to);
  return may(submission.state, to);
}

async function apply(
  tx: Queryable,
  services: Services,
  loaded: LoadedTransaction,
  { item, submission }: DecidedSubmission,
  {
    event,
    decider,
  }: { event: Omit<VerificationEvent, "outcome"> & { outcome: keyof typeof outcomes }; decider: Decider },
): Promise<void> {
  const { by, fieldReasons } = decider;
  const { row, now } = loaded;
  if (submission.state === start.from)
    await applySubmissionTransitions(tx, loaded, services, { by, subTypes: [submission.subType], ...start });
  const insufficiency = event.outcome === "insufficient" ? toInsufficiency(loaded, item, event, fieldReasons) : null;
  await tx
    .update(submissions)
    .set({ state: outcomes[event.outcome], insufficiency, reason: event.reason ?? null, updatedAt: now })
    .where(
      and(
        eq(submissions.transactionId, row.id),
        eq(submissions.subType, submission.subType),
        eq(submissions.state, "IN_PROGRESS"),
      ),
    );
  if (insufficiency) await resetIdleClock(tx, row.id, now);
  if (event.outcome === "complete") await issueCredential(tx, services, loaded, item, submission);
}

function toInsufficiency(
  { definitions, now }: LoadedTransaction,
  item: ItemRow,
  event: Pick<VerificationEvent, "reason" | "fields">,
  fieldReasons: Decider["fieldReasons"] = {},
): Insufficiency {
  const requested = toRequestedFields(definitions, item.name, event.fields);
  // A reason of a group of fields is that of each.
  const reasons = requested.fields.flatMap((at) =>
    Object.entries(fieldReasons).flatMap(([place, reason]) => (isWithin(at, [place]) ? [[at, reason] as const] : [])),
  );
  return {
    reason: event.reason ?? "more-is-needed",
    ...requested,
    ...(reasons.length > 0 && { fieldReasons: Object.fromEntries(reasons) }),
    requestedAt: now.toISOString(),
  };
}

/**
 * Pointers of the requested fields, and those that must change. A provider may send field names. Without fields: all
 * uploaded documents, otherwise all fields except the captcha; then one changed field is enough.
 */
function toRequestedFields(
  definitions: LoadedTransaction["definitions"],
  name: string,
  names: readonly string[] = [],
): Pick<Insufficiency, "fields" | "mustChange"> {
  const verification = definitions.verification(name);
  const model = findForm(definitions, verification)?.model;
  if (!model) return { fields: [] };
  const fields = model.fields.filter((field) => field.pointer !== verification?.captcha?.at);
  const requested = names.map((field) => (field.startsWith("/") ? field : `/${field.replaceAll(".", "/")}`));
  const known = fields.filter((field) => isWithin(field.pointer, requested)).map((field) => field.pointer);
  const mustChange = [...new Set(requested)].filter((prefix) => known.some((pointer) => isWithin(pointer, [prefix])));
  if (known.length > 0) return { fields: known, mustChange };
  const documents = fields.filter((field) => field.field.accept !== undefined).map((field) => field.pointer);
  return { fields: documents.length > 0 ? documents : fields.map((field) => field.pointer), mustChange: [""] };
}
