/* What a fixture names is looked up before its first step. One more check: its file beside this one, and a line in `checks`. */
import { DocumentSet } from "#engine/check/parts/set.ts";
import { judgeShapes } from "#engine/check/run.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { readDocuments } from "#server/config/read-documents.ts";
import type { Fixture } from "../contracts.ts";
import { findChecked, signDocuments } from "../known.ts";
import { BadFixture } from "../read-fixtures.ts";
import { findCallFaults } from "./calls.ts";
import { findClockFaults } from "./clock-order.ts";
import type { Fault, ReferenceCheck } from "./fault.ts";
import { findNameFaults } from "./names.ts";
import { findReleaseFaults } from "./releases.ts";
import { findVariableFaults } from "./variables-known.ts";

const checks: readonly ReferenceCheck[] = [
  findNameFaults,
  findVariableFaults,
  findCallFaults,
  findClockFaults,
  findReleaseFaults,
];

/** Everything that a fixture names and that is not there, in the order of the file. */
export const findReferenceFaults = (fixture: Fixture, set: DocumentSet): Fault[] =>
  checks.flatMap((check) => check(fixture, set));

/** Throws BadFixture, a line per fault with file and pointer, where one of them names what is not there. */
export function assertReferences(fixtures: readonly Fixture[], set: DocumentSet): void {
  const faults = fixtures.flatMap((fixture) =>
    findReferenceFaults(fixture, set).map(
      ({ pointer, message }) => `fixtures/${fixture.name}.json ${pointer}: ${message}`,
    ),
  );
  if (faults.length > 0) throw new BadFixture(faults.join("\n"));
}

/** The documents of a folder, to look names up in. What is wrong with them is `npm run check`'s to say. */
export async function readDocumentSet(folder: string): Promise<DocumentSet> {
  const metas = await loadMetaSchemas();
  const sources = findChecked(signDocuments(folder)) ?? judgeShapes((await readDocuments(folder)).files, metas).sources;
  return new DocumentSet(sources, { metas });
}
