import { and, eq } from "drizzle-orm";
import type { VerificationEvent } from "#engine/contract/protocol-endpoints.ts";
import type { State } from "#engine/core/definitions/states.ts";
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

const by = "provider";
/** A result for a submission that is not started yet starts it first. */
const start = { from: "SUBMITTED", to: "IN_PROGRESS" } as const;

/** The state of a submission by outcome. */
const outcomes: Readonly<Record<Exclude<VerificationEvent["outcome"], "withdraw">, State>> = {
  complete: "COMPLETED",
  fail: "FAILED",
  insufficient: "INSUFFICIENT_DATA",
};

/**
 * Applies a provider's result to one submission, once per eventId. Late, unknown or illegal results are stored without
 * effect. → the transaction's state; undefined when there is no such transaction.
 */
export async function applyVerifierResult(services: Services, event: VerificationEvent): Promise<State | undefined> {
  const state = await transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, event.txnId);
    if (!loaded) return undefined;
    await setTransitionCause(tx, by);
    const found = findSubmission(loaded, event.subType);
    const { outcome } = event;
    const isApplicable =
      found !== undefined &&
      (outcome === "withdraw"
        ? await hasValidCredential(tx, found.submission)
        : mayDecide(services, loaded, found, outcomes[outcome]));
    const inserted = await tx
      .insert(verifierEvents)
      .values({
        eventId: event.eventId,
        transactionId: event.txnId,
        subType: event.subType,
        outcome: event.outcome,
        effect: isApplicable ? "applied" : "ignored",
        receivedAt: loaded.now,
      })
      .onConflictDoNothing()
      .returning({ eventId: verifierEvents.eventId });
    if (inserted.length === 0 || !isApplicable) return loaded.row.state;
    if (outcome === "withdraw") {
      await withdrawCredential(tx, services, loaded, { ...found, reason: event.reason });
      return loaded.row.state;
    }
    await apply(tx, services, loaded, found, { ...event, outcome });
    const settled = await syncTransactionState(tx, loaded.row.id, services);
    if (event.outcome === "insufficient" && settled.row.state === loaded.row.state)
      await announceInsufficiency(tx, settled, event, services);
    return settled.row.state;
  });
  services.outbox.flushSoon();
  return state;
}

function mayDecide(
  services: Services,
  loaded: LoadedTransaction,
  { item, submission }: { item: ItemRow; submission: SubmissionRow },
  to: State,
): boolean {
  const may = (state: State, next: State) =>
    isAllowed(loaded, services, { by, item, submission: { ...submission, state }, to: next });
  if (submission.state === start.from) return may(start.from, start.to) && may(start.to, to);
  return may(submission.state, to);
}

/** Submissions that a verifier has to decide; skipped verifications are excluded. */
export function listUndecided({ items }: LoadedTransaction): SubmissionRow[] {
  return items
    .filter((item) => !item.markedAsSkip)
    .flatMap((item) => item.submissions.filter(({ state }) => state === "IN_PROGRESS" || state === "SUBMITTED"));
}

/** Completed submissions, whose credentials can be withdrawn. */
export function listCompleted({ items }: LoadedTransaction): SubmissionRow[] {
  return items.flatMap((item) => item.submissions.filter(({ state }) => state === "COMPLETED"));
}

async function apply(
  tx: Queryable,
  services: Services,
  loaded: LoadedTransaction,
  { item, submission }: { item: ItemRow; submission: SubmissionRow },
  event: Omit<VerificationEvent, "outcome"> & { outcome: keyof typeof outcomes },
): Promise<void> {
  const { row, now } = loaded;
  if (submission.state === start.from)
    await applySubmissionTransitions(tx, loaded, services, { by, subTypes: [submission.subType], ...start });
  const insufficiency: Insufficiency | null =
    event.outcome === "insufficient"
      ? {
          reason: event.reason ?? "more-is-needed",
          ...toRequestedFields(loaded.definitions, item.name, event.fields),
          requestedAt: now.toISOString(),
        }
      : null;
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
