import type { Fixture } from "../contracts.ts";
import { findSnapshotDifference, writeSnapshot } from "../snapshots/snapshot-files.ts";
import { toSnapshotText } from "../snapshots/snapshot-text.ts";
import { findDifferentStep, type StepObservation } from "../play.ts";
import { browserModes, type Played } from "../report/story.ts";

export function toObservations({ steps }: Played): StepObservation[] {
  return steps.flatMap(({ step, observation }) => (observation ? [{ step, observation }] : []));
}

/**
 * Prints and returns the faults of a fixture: failed steps, differences between modes, and differences from the
 * snapshot. `update` writes the snapshot first.
 */
export function findFaults(
  fixture: Fixture,
  played: readonly Played[],
  update: boolean,
  print: (line: string) => void,
): string[] {
  const failures = played.flatMap(({ failure, mode }) => (failure === undefined ? [] : [`${mode}: ${failure}`]));
  if (failures.length > 0) return failures;
  const [first, ...others] = played;
  const difference = others
    .map((other) => first && findDifferentStep(toObservations(first), toObservations(other)))
    .find((fault) => fault !== undefined);
  if (others.length > 0) print(difference === undefined ? "  = the same after every step" : `  ≠ ${difference}`);
  const hasSnapshot = first && !browserModes.has(first.mode) && fixture.until === undefined;
  const text = hasSnapshot ? toSnapshotText(fixture, toObservations(first)) : undefined;
  if (text !== undefined && update) writeSnapshot(fixture.name, text);
  const snapshotDifference = text === undefined ? undefined : findSnapshotDifference(fixture.name, text);
  if (snapshotDifference !== undefined) print(`  ≠ ${snapshotDifference}`);
  return [difference, snapshotDifference].filter((fault) => fault !== undefined);
}
