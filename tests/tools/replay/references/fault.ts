import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { Action, Fixture } from "../contracts.ts";

/** Something in a fixture that cannot be as it is written. */
export interface Fault {
  /** A JSON pointer into the fixture. */
  readonly pointer: string;
  readonly message: string;
}

/** One action with the place where it stands. */
export interface PlacedAction {
  readonly action: Action;
  readonly pointer: string;
}

/** Reads a fixture beside the documents and says what cannot be. One more: a file of its own, and a line in index.ts. */
export type ReferenceCheck = (fixture: Fixture, set: DefinitionSet) => Fault[];

/** Every action of what a fixture begins with, in its order: where it is wrong its own fixture says so. */
export const listBefore = ({ before = [] }: Fixture): Action[] =>
  before.flatMap(({ step: { do: done, then = [] } }) => [...done, ...then]);

/** Every action in the order in which it is played: of a step, `do` before `then`. */
export const listActions = ({ steps }: Fixture): PlacedAction[] =>
  steps.flatMap(({ do: done, then = [] }, i) => [
    ...done.map((action, j) => ({ action, pointer: `/steps/${i}/do/${j}` })),
    ...then.map((action, j) => ({ action, pointer: `/steps/${i}/then/${j}` })),
  ]);
