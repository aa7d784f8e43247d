import type { Fixture } from "../contracts.ts";
import { findSnapshotDifference, writeSnapshot } from "../snapshots/snapshot-files.ts";
import { toSnapshotText } from "../snapshots/snapshot-text.ts";
import { findDifferentStep, type StepObservation } from "../play.ts";
import { browserModes, type Played } from "../report/story.ts";

export function toSeen({ steps }: Played): StepObservation[] {
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
  say: (line: string) => void,
): string[] {
  const stopped = played.flatMap(({ failure, mode: reading }) =>
    failure === undefined ? [] : [`${reading}: ${failure}`],
  );
  if (stopped.length > 0) return stopped;
  const [one, ...others] = played;
  const unequal = others
    .map((other) => one && findDifferentStep(toSeen(one), toSeen(other)))
    .find((fault) => fault !== undefined);
  if (others.length > 0) say(unequal === undefined ? "  = the same after every step" : `  ≠ ${unequal}`);
  const isKept = one && !browserModes.has(one.mode) && fixture.until === undefined;
  const text = isKept ? toSnapshotText(fixture, toSeen(one)) : undefined;
  if (text !== undefined && update) writeSnapshot(fixture.name, text);
  const unkept = text === undefined ? undefined : findSnapshotDifference(fixture.name, text);
  if (unkept !== undefined) say(`  ≠ ${unkept}`);
  return [unequal, unkept].filter((fault) => fault !== undefined);
}
