import type { State } from "#engine/api/states.ts";
import type { Profile } from "#engine/api/profile.ts";
import { continueBlockers } from "#engine/transaction/continue-blockers.ts";
import { findRefusal, findTransition } from "#engine/transaction/state-machine.ts";
import type { OrganisationRelease } from "../config/compile-release.ts";
import { WalletError } from "../errors.ts";
import type { Queryable } from "../store/database.ts";
import { moveTransaction, stateConflict, type SettleServices } from "../transactions/moves.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";
import { toDomainScope, toFacts, toStates } from "../transactions/scope.ts";
import { submitTransaction } from "../transactions/submission.ts";

/** Who processes, and the documents that decide (D-24). */
export interface ProcessSources {
  services: SettleServices;
  organisation: OrganisationRelease;
  profile: Profile;
}

const operation = "transactions.process";
const messages: Readonly<Record<string, string>> = {
  "name": "Verify your identity first",
  "basic-details": "Your reference number is still needed",
  "answers": "Please answer the questions first",
  "minimum-set": "Complete atleast 1 from these:",
  "remaining": "Please complete these verifications",
  "payment": "Payment is required",
};

/**
 * Begins a transaction, or submits an unpaid one (spec §4 Continue flow). A step that was already done answers again.
 * Throws 109 with the reason, 110.
 */
export async function processTransaction(tx: Queryable, loaded: LoadedTransaction, sources: ProcessSources): Promise<void> {
  const { state } = loaded.row;
  if (state === "NOT_INITIALIZED") return begin(tx, loaded, sources);
  if (isRepeated(loaded)) return;
  assertAllowed(loaded, sources, { operation, step: "submit", to: "IN_PROGRESS" });
  await submitTransaction(tx, loaded, operation, sources.services);
}

async function begin(tx: Queryable, loaded: LoadedTransaction, sources: ProcessSources): Promise<void> {
  if (toFacts(loaded, sources.organisation).expired) throw new WalletError("formExpired");
  assertAllowed(loaded, sources, { operation, step: "start", to: "PENDING" });
  await moveTransaction(tx, loaded.row, "PENDING", loaded.now, { activeAt: loaded.now });
}

/**
 * A lost answer is asked for again: begun and nothing given since, or an unpaid form that was submitted.
 * Anything else is judged as a wish to submit.
 */
function isRepeated({ row, items, documents }: LoadedTransaction): boolean {
  if (row.state === "PENDING") return items.every((item) => item.submissions.length === 0 && !item.markedAsSkip);
  return row.submittedAt !== null && row.state !== "CLOSED" && row.state !== "REFUNDED" && documents.request(row.formId).payment === "none";
}

/** The engine's blockers first, since they name the reason; then the rules of catalogues/states. Throws 409. */
export function assertAllowed(
  loaded: LoadedTransaction,
  { organisation, profile }: Pick<ProcessSources, "organisation" | "profile">,
  { operation: by, step, to }: { operation: string; step: "start" | "submit" | "pay"; to: State },
): void {
  const { row } = loaded;
  const [blocker] = continueBlockers(toFacts(loaded, organisation), profile.profileDetails.name, step);
  if (blocker) throw stateConflict(row.state, blocker.reason, { remaining: blocker.remaining, message: messages[blocker.reason] });
  const transition = findTransition(toStates(organisation), { of: "transaction", from: row.state, to, by });
  if (!transition) throw stateConflict(row.state, "state");
  const rule = findRefusal(transition, toDomainScope(loaded, organisation, profile, organisation.rules));
  if (rule !== undefined) throw stateConflict(row.state, rule, { message: organisation.why(rule) });
}

