import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { isKind } from "#engine/core/definitions/definition-of.ts";
import { toOrganisationDefinitions } from "#engine/core/definitions/organisation-definitions.ts";
import { classifyRequests, defaultSeed, type Compatibility } from "#engine/authoring/release/classify.ts";
import { toPinnedDefinitions, type PinnedDefinitions } from "#engine/authoring/release/pinned-definitions.ts";
import { compileSection } from "../compile-validator.ts";

/** The compatibility class of every request of every organisation between two sets of definitions, sorted by name. */
export function compareSchemas(
  former: readonly SourceDefinition[],
  newer: readonly SourceDefinition[],
  now: string,
): Compatibility[] {
  const [before, after] = [toOrganisations(former), toOrganisations(newer)];
  const nothing = toPinnedDefinitions([]);
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .flatMap((orgId) =>
      classifyRequests(
        { orgId, former: before.get(orgId) ?? nothing, newer: after.get(orgId) ?? nothing },
        { compile: compileSection, seed: defaultSeed, now },
      ),
    );
}

function toOrganisations(sources: readonly SourceDefinition[]): Map<string, PinnedDefinitions> {
  const organisations = sources.map(({ document }) => document).filter((document) => isKind(document, "organisation"));
  return new Map(organisations.map((one) => [one.id, toPinnedDefinitions(toOrganisationDefinitions(sources, one))]));
}
