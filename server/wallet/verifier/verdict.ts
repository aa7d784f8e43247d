import { and, eq } from "drizzle-orm";
import type { VerificationEvent } from "#engine/api/outside.ts";
import type { State } from "#engine/api/states.ts";
import { isWithin } from "#engine/form/form-model.ts";
import { issueCredential } from "../credentials/issue.ts";
import { isIssued, withdrawCredential } from "../credentials/withdraw.ts";
import type { Services } from "#server/services.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { submissions, verifierEvents, type Insufficiency } from "#server/platform/store/tables/transactions.ts";
import { findForm } from "../submissions/form-check.ts";
import { isAllowed } from "../transactions/guard.ts";
import { announceInsufficiency } from "../transactions/announcements.ts";
import { handBack, moveSubmissions, setMovedBy, settle } from "../transactions/moves.ts";
import {
  findSubmission,
  lockTransactionById,
  type ItemRow,
  type LoadedTransaction,
  type SubmissionRow,
} from "../transactions/rows.ts";

const by = "provider";
/** A verdict on what nobody has begun with means that somebody has. */
const taken = { from: "SUBMITTED", to: "IN_PROGRESS" } as const;

/** What an outcome makes of a submission. */
const outcomes: Readonly<Record<Exclude<VerificationEvent["outcome"], "withdraw">, State>> = {
  complete: "COMPLETED",
  fail: "FAILED",
  insufficient: "INSUFFICIENT_DATA",
};

/**
 * Takes a provider's result for one submission, once per eventId. Late, unknown or illegal results are written down and
 * have no effect. → the transaction's state afterwards; undefined when there is no such transaction.
 */
export async function takeVerdict(services: Services, event: VerificationEvent): Promise<State | undefined> {
  const state = await transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, event.txnId);
    if (!loaded) return undefined;
    await setMovedBy(tx, by);
    const found = findSubmission(loaded, event.subType);
    const { outcome } = event;
    const isDue =
      found !== undefined &&
      (outcome === "withdraw"
        ? await isIssued(tx, found.submission)
        : mayDecide(services, loaded, found, outcomes[outcome]));
    const fresh = await tx
      .insert(verifierEvents)
      .values({
        eventId: event.eventId,
        transactionId: event.txnId,
        subType: event.subType,
        outcome: event.outcome,
        effect: isDue ? "applied" : "ignored",
        receivedAt: loaded.now,
      })
      .onConflictDoNothing()
      .returning({ eventId: verifierEvents.eventId });
    if (fresh.length === 0 || !isDue) return loaded.row.state;
    if (outcome === "withdraw") {
      await withdrawCredential(tx, services, loaded, { ...found, reason: event.reason });
      return loaded.row.state;
    }
    await apply(tx, services, loaded, found, { ...event, outcome });
    const settled = await settle(tx, loaded.row.id, services);
    if (event.outcome === "insufficient" && settled.row.state === loaded.row.state)
      await announceInsufficiency(tx, settled, event, services);
    return settled.row.state;
  });
  services.outbox.kick();
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
  if (submission.state === taken.from) return may(taken.from, taken.to) && may(taken.to, to);
  return may(submission.state, to);
}

/** Submissions of a transaction that a verifier has to decide; skipped verifications are nobody's. */
export function undecided({ items }: LoadedTransaction): SubmissionRow[] {
  return items
    .filter((item) => !item.markedAsSkip)
    .flatMap((item) => item.submissions.filter(({ state }) => state === "IN_PROGRESS" || state === "SUBMITTED"));
}

/** Submissions of a transaction that became something which may be withdrawn. */
export function issued({ items }: LoadedTransaction): SubmissionRow[] {
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
  if (submission.state === taken.from)
    await moveSubmissions(tx, loaded, services, { by, subTypes: [submission.subType], ...taken });
  const insufficiency: Insufficiency | null =
    event.outcome === "insufficient"
      ? {
          reason: event.reason ?? "more-is-needed",
          ...toAsked(loaded.documents, item.name, event.fields),
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
  if (insufficiency) await handBack(tx, row.id, now);
  if (event.outcome === "complete") await issueCredential(tx, services, loaded, item, submission);
}

/**
 * Pointers of the fields asked for again, and the places that must become others; a provider may give names. Without
 * any: the papers, else everything but the captcha, which says nothing; then one of them is enough.
 */
function toAsked(
  documents: LoadedTransaction["documents"],
  name: string,
  given: readonly string[] = [],
): Pick<Insufficiency, "fields" | "places"> {
  const verification = documents.verification(name);
  const model = findForm(documents, verification)?.model;
  if (!model) return { fields: [] };
  const fields = model.fields.filter((field) => field.pointer !== verification?.captcha?.at);
  const asked = given.map((name) => (name.startsWith("/") ? name : `/${name.replaceAll(".", "/")}`));
  const known = fields.filter((field) => isWithin(field.pointer, asked)).map((field) => field.pointer);
  const places = [...new Set(asked)].filter((place) => known.some((pointer) => isWithin(pointer, [place])));
  if (known.length > 0) return { fields: known, places };
  const papers = fields.filter((field) => field.field.accept !== undefined).map((field) => field.pointer);
  return { fields: papers.length > 0 ? papers : fields.map((field) => field.pointer), places: [""] };
}
