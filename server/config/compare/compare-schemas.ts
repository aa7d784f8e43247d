import type { SourceDocument } from "#engine/check/parts/set.ts";
import { isKind } from "#engine/documents/document-of.ts";
import { toFinishedDocuments } from "#engine/documents/finish.ts";
import { classifyRequests, usualSeed, type Compatibility } from "#engine/release/classify.ts";
import { toKeptDocuments, type KeptDocuments } from "#engine/release/kept-documents.ts";
import { compileSection } from "../compile-validator.ts";

/** The class of every request of every organisation between two sets of documents, in the order of their names. */
export function compareSchemas(
  former: readonly SourceDocument[],
  newer: readonly SourceDocument[],
  now: string,
): Compatibility[] {
  const [before, after] = [toOrganisations(former), toOrganisations(newer)];
  const nothing = toKeptDocuments([]);
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .flatMap((orgId) =>
      classifyRequests(
        { orgId, former: before.get(orgId) ?? nothing, newer: after.get(orgId) ?? nothing },
        { compile: compileSection, seed: usualSeed, now },
      ),
    );
}

function toOrganisations(sources: readonly SourceDocument[]): Map<string, KeptDocuments> {
  const organisations = sources.map(({ document }) => document).filter((document) => isKind(document, "organisation"));
  return new Map(organisations.map((one) => [one.id, toKeptDocuments(toFinishedDocuments(sources, one))]));
}
