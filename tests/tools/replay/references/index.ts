/* What a fixture names is looked up before its first step. One more check: its file beside this one, and a line in `checks`. */
import { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { checkShapes } from "#engine/authoring/check/run.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { readDefinitions } from "#server/config/read-definitions.ts";
import type { Fixture } from "../contracts.ts";
import { findValidDefinitions, hashDefinitions } from "../reference-cache.ts";
import { InvalidFixture } from "../read-fixtures.ts";
import { findCallFaults } from "./calls.ts";
import { findClockFaults } from "./clock-order.ts";
import type { Fault, ReferenceCheck } from "./fault.ts";
import { findNameFaults } from "./names.ts";
import { findReleaseFaults } from "./releases.ts";
import { findVariableFaults } from "./variables.ts";

const checks: readonly ReferenceCheck[] = [
  findNameFaults,
  findVariableFaults,
  findCallFaults,
  findClockFaults,
  findReleaseFaults,
];

/** Everything that a fixture names and that is not there, in the order of the file. */
export const findReferenceFaults = (fixture: Fixture, set: DefinitionSet): Fault[] =>
  checks.flatMap((check) => check(fixture, set));

/** Throws BadFixture, a line per fault with file and pointer, where one of them names what is not there. */
export function assertReferences(fixtures: readonly Fixture[], set: DefinitionSet): void {
  const faults = fixtures.flatMap((fixture) =>
    findReferenceFaults(fixture, set).map(
      ({ pointer, message }) => `fixtures/${fixture.name}.json ${pointer}: ${message}`,
    ),
  );
  if (faults.length > 0) throw new InvalidFixture(faults.join("\n"));
}

/** The documents of a folder, to look names up in. What is wrong with them is `npm run check`'s to say. */
export async function readDocumentSet(folder: string): Promise<DefinitionSet> {
  const metas = await loadMetaSchemas();
  const sources =
    findValidDefinitions(hashDefinitions(folder)) ?? checkShapes((await readDefinitions(folder)).files, metas).sources;
  return new DefinitionSet(sources, { metas });
}
