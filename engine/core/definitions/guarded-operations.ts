/**
 * Operations that change a transaction, or one verification of it (an item). Each needs a transition in
 * catalogues/states. Its contract has the same `guard`; engine/contract/operations.ts does not compile if they differ.
 */
export const guardedOperations = {
  transaction: [
    "transactions.process",
    "transactions.request-evaluation",
    "transactions.verify-identification",
    "transactions.update-identification",
    "transactions.request-name-change",
    "transactions.answer",
    "payments.init",
  ],
  item: [
    "presentations.create",
    "presentation-requests.create",
    "transactions.skip",
    "drafts.put",
    "drafts.remove",
    "verifications.save",
    "verifications.replace",
    "verifications.remove",
    "verifications.repair",
  ],
} as const;

/** Operations of the console that change a transaction or a submission, with their transitions in catalogues/states. */
export const consoleGuardedOperations = [
  "cases.decide",
  "cases.undo",
  "forms.reopen",
  "forms.allow-change",
  "forms.correct-email",
  "name-changes.approve",
  "name-changes.refuse",
  "deletions.approve",
] as const;

/** The thing that a guarded operation changes. */
export type GuardedKind = keyof typeof guardedOperations;
/** The id of a guarded operation. */
export type GuardedOperationId<K extends GuardedKind = GuardedKind> = (typeof guardedOperations)[K][number];
