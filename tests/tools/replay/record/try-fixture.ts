import path from "node:path";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "../contracts.ts";
import { toSnapshotText } from "../snapshots/snapshot-text.ts";
import { writeSnapshot, snapshotFolder } from "../snapshots/snapshot-files.ts";
import { playMode, toQuietContext } from "../run-modes.ts";
import { findReferenceFaults } from "../references/index.ts";

/** Plays a new fixture headless, prints the result and stores its snapshot on success. */
export async function tryFixture(fixture: Fixture, baseUrl: string, set: DefinitionSet): Promise<{ holds: boolean }> {
  const faults = findReferenceFaults(fixture, set);
  for (const { pointer, message } of faults) console.log(`  ✗ fixtures/${fixture.name}.json ${pointer}: ${message}`);
  if (faults.length > 0) return { holds: false };
  console.log(`\n${fixture.name} (headless)`);
  const { steps, failure } = await playMode("headless", fixture, {
    ...toQuietContext(baseUrl),
    onStep: (step, tookMs) => console.log(`  ✓ ${step.id} (${tookMs} ms) ${step.title}`),
  });
  if (failure !== undefined) {
    console.log(`  ✗ ${failure}\n\nThe fixture fails. Edit the file and play it again.`);
    return { holds: false };
  }
  const seen = steps.flatMap(({ step, observation }) => (observation ? [{ step, observation }] : []));
  writeSnapshot(fixture.name, toSnapshotText(fixture, seen));
  console.log(
    `\nThe fixture passes. Its snapshot is in ${path.relative(appRoot, snapshotFolder)}/${fixture.name}.txt.`,
  );
  return { holds: true };
}
