import Type, { type Static } from "typebox";

/** The states of a transaction and of its entries; labels and transitions are in catalogues/states. */
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

/** One state on the wire. */
export const StateSchema = Type.Enum(stateNames);

/** A comma list of states in a query; an unknown one breaks the contract (400). */
export const StateList = Type.String({
  pattern: `^(${stateNames.join("|")})(,(${stateNames.join("|")})){0,13}$`,
  maxLength: 250,
});

/** How far the evaluation by the partner is. */
export const EvaluationSchema = Type.Object(
  {
    state: Type.Enum(["notInitialized", "evaluationRequested", "documentSent", "evaluationReportSent"], {
      description: "The last step that was reached; 'notInitialized' before it is asked for.",
    }),
  },
  { additionalProperties: false, description: "How far the evaluation by the partner is." },
);

/** A state of a transaction or of an entry. */
export type State = Static<typeof StateSchema>;
/** `{state}` of the evaluation. */
export type Evaluation = Static<typeof EvaluationSchema>;
