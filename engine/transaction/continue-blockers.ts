import type { TransactionFacts } from "./transaction-facts.ts";

/** Why a transaction may not go on: the `reason` of error 109 (decisions §6 transactions.process). */
export type BlockerReason = "name" | "basic-details" | "answers" | "minimum-set" | "remaining" | "payment";

/** A reason and, for what is still to be filled in, the names of those verifications. */
export interface Blocker {
  readonly reason: BlockerReason;
  readonly remaining: readonly string[];
}

/** The facts that decide; the server may hand over just these. */
export type BlockerFacts = Pick<TransactionFacts,
  "state" | "missingBasicDetails" | "questionnaire" | "minimumSet" | "blocking" | "skippable" | "paymentRequired" | "userPaymentRequired">;

/**
 * All that keeps a transaction from beginning (`start`), from being submitted unpaid (`submit`) or from
 * being paid (`pay`), in the order in which the candidate is led (spec §4 Continue flow, D-27).
 * The first is the answer of a 409; an empty list means go on.
 */
export function continueBlockers(facts: BlockerFacts, profileName: string | undefined, step: "start" | "submit" | "pay"): Blocker[] {
  const namesOf = (items: BlockerFacts["blocking"]) => items.map(({ name }) => name);
  const open = [...namesOf(facts.blocking), ...namesOf(facts.skippable)];
  const later = step !== "start";
  const rows: readonly (readonly [BlockerReason, boolean, readonly string[]])[] = [
    ["name", (profileName ?? "").trim() === "", []],
    ["basic-details", facts.state === "NOT_INITIALIZED" && facts.missingBasicDetails.length > 0, []],
    ["answers", facts.questionnaire.isRequired, []],
    ["minimum-set", later && !facts.minimumSet.met, namesOf(facts.minimumSet.list)],
    ["remaining", later && open.length > 0, open],
    ["payment", step === "submit" && (facts.paymentRequired || facts.userPaymentRequired), []],
  ];
  return rows.flatMap(([reason, holds, remaining]) => (holds ? [{ reason, remaining }] : []));
}
