// Without schemas, so that a page can load it: the schemas are in state-schemas.ts.

/** The states of a transaction and of its verifications; catalogues/states has their labels and transitions. */
export const stateNames = [
  "NOT_INITIALIZED",
  "DATA_SAVED",
  "SUBMITTED",
  "IN_PROGRESS",
  "INSUFFICIENT_DATA",
  "FAILED",
  "COMPLETED",
  "VERIFIED",
  "SKIPPED",
  "SUCCESS",
  "PENDING",
  "READY_TO_SUBMIT",
  "CLOSED",
  "REFUNDED",
] as const;

/** A state of a transaction or of a verification. */
export type State = (typeof stateNames)[number];

/** States before submission; data can still change. */
export const openStates: readonly State[] = ["NOT_INITIALIZED", "PENDING", "READY_TO_SUBMIT"];
/** States of a running transaction; opening its form again opens it. */
export const runningStates: readonly State[] = [
  ...openStates,
  "DATA_SAVED",
  "SUBMITTED",
  "IN_PROGRESS",
  "INSUFFICIENT_DATA",
];

/** The steps of an evaluation, in order. */
export const evaluationStates = [
  "notInitialized",
  "evaluationRequested",
  "documentSent",
  "evaluationReportSent",
] as const;

/** The party responsible for the next step in a state; none where it has ended. */
export const responsibleParties = ["candidate", "verifier", "none"] as const;

/** Input that a transaction needs from its candidate next; none once the verifier has everything. */
export const missingInputs = ["documents", "payment", "submission", "none"] as const;
export type MissingInput = (typeof missingInputs)[number];
