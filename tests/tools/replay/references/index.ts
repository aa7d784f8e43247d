/* Checks the references of a fixture before its first step. To add a check: a file here and a line in `checks`. */
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

/** References to missing things, in file order. */
export const findReferenceFaults = (fixture: Fixture, set: DefinitionSet): Fault[] =>
  checks.flatMap((check) => check(fixture, set));

/** Throws InvalidFixture with one line per fault: file and pointer. */
export function assertReferences(fixtures: readonly Fixture[], set: DefinitionSet): void {
  const faults = fixtures.flatMap((fixture) =>
    findReferenceFaults(fixture, set).map(
      ({ pointer, message }) => `fixtures/${fixture.name}.json ${pointer}: ${message}`,
    ),
  );
  if (faults.length > 0) throw new InvalidFixture(faults.join("\n"));
}

/** The definitions of a folder. `npm run check` reports their faults. */
export async function readDocumentSet(folder: string): Promise<DefinitionSet> {
  const metas = await loadMetaSchemas();
  const sources =
    findValidDefinitions(hashDefinitions(folder)) ?? checkShapes((await readDefinitions(folder)).files, metas).sources;
  return new DefinitionSet(sources, { metas });
}
