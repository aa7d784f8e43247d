import Type, { type Static, type TSchema } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Moment } from "#engine/core/base/shapes.ts";
import { evaluationStates, stateNames } from "./states.ts";

/** One state on the wire. */
export const StateSchema = Type.Enum(stateNames);

/** A comma-separated list of states in a query; an unknown state breaks the contract (400). */
export const StateList = Type.String({
  pattern: `^(${stateNames.join("|")})(,(${stateNames.join("|")})){0,13}$`,
  maxLength: 250,
  description: "States, separated by commas; filters the list.",
});

/** States with the time they were entered, oldest first. A wallet without a history omits it. */
const historyOf = <S extends TSchema>(state: S) =>
  Type.Optional(
    Type.Array(
      Type.Object(
        {
          state: described(state, "The new state."),
          at: described(Moment, "The time, ISO 8601 in UTC."),
        },
        { additionalProperties: false },
      ),
      { maxItems: 1000, description: "The state changes, oldest first; optional for other wallets." },
    ),
  );

/** The states that a transaction, a verification or a submission entered, and when. */
export const HistorySchema = historyOf(StateSchema);

/** The progress of the evaluation by the partner. */
export const EvaluationSchema = Type.Object(
  {
    state: Type.Enum(evaluationStates, {
      description: "The last completed step; 'notInitialized' before the evaluation is requested.",
    }),
    history: historyOf(Type.Enum(evaluationStates)),
  },
  { additionalProperties: false, description: "The progress of the evaluation by the partner." },
);

/** States entered, with when. */
export type History = NonNullable<Static<typeof HistorySchema>>;
/** The state of the evaluation, and its history. */
export type Evaluation = Static<typeof EvaluationSchema>;
