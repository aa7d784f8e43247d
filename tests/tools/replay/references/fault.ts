import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { Action, Fixture } from "../contracts.ts";

/** A fault in a fixture. */
export interface Fault {
  /** A JSON pointer into the fixture. */
  readonly pointer: string;
  readonly message: string;
}

/** An action with its pointer. */
export interface PlacedAction {
  readonly action: Action;
  readonly pointer: string;
}

/** Checks a fixture against the definitions. To add one: a file here and a line in index.ts. */
export type ReferenceCheck = (fixture: Fixture, set: DefinitionSet) => Fault[];

/** Actions of the starting point in order. Their faults belong to their own fixture. */
export const listBefore = ({ before = [] }: Fixture): Action[] =>
  before.flatMap(({ step: { do: done, then = [] } }) => [...done, ...then]);

/** Actions in order: `do`, then `then`. */
export const listActions = ({ steps }: Fixture): PlacedAction[] =>
  steps.flatMap(({ do: done, then = [] }, i) => [
    ...done.map((action, j) => ({ action, pointer: `/steps/${i}/do/${j}` })),
    ...then.map((action, j) => ({ action, pointer: `/steps/${i}/then/${j}` })),
  ]);
