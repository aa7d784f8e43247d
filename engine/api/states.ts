import Type, { type Static, type TSchema } from "typebox";
import { described } from "#engine/base/described.ts";
import { Moment } from "./parts/shapes.ts";

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
  description: "States, with a comma between; those in another state are left out.",
});

/** How far an evaluation can be, in order. */
export const evaluationStates = [
  "notInitialized",
  "evaluationRequested",
  "documentSent",
  "evaluationReportSent",
] as const;

/** States entered, oldest first. A wallet that keeps no history leaves it out. */
const historyOf = <S extends TSchema>(state: S) =>
  Type.Optional(
    Type.Array(
      Type.Object(
        {
          state: described(state, "The state that was entered."),
          at: described(Moment, "When, ISO 8601 in UTC."),
        },
        { additionalProperties: false },
      ),
      { maxItems: 1000, description: "States entered, oldest first; absent where a wallet keeps no history." },
    ),
  );

/** The states that a transaction, a verification or a submission entered, and when. */
export const HistorySchema = historyOf(StateSchema);

/** How far the evaluation by the partner is. */
export const EvaluationSchema = Type.Object(
  {
    state: Type.Enum(evaluationStates, {
      description: "The last step that was reached; 'notInitialized' before it is asked for.",
    }),
    history: historyOf(Type.Enum(evaluationStates)),
  },
  { additionalProperties: false, description: "How far the evaluation by the partner is." },
);

/** A state of a transaction or of an entry. */
export type State = Static<typeof StateSchema>;
/** States entered, with when. */
export type History = NonNullable<Static<typeof HistorySchema>>;
/** `{state}` of the evaluation. */
export type Evaluation = Static<typeof EvaluationSchema>;
