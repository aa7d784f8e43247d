import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { isKind, type DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { Release } from "../release.ts";
import { compileOrganisation, isServerOnly, type ReleaseTools } from "./compile-organisation.ts";
import { ServedContent, toHash } from "./served-content.ts";

/**
 * Compiles checked definitions to a release: merges overrides, makes bundles, compiles validators, and puts everything
 * under its hash.
 */
export async function compileRelease(sources: readonly SourceDefinition[], tools: ReleaseTools): Promise<Release> {
  const documents = sources.map(({ document }) => document);
  const owners = documents.filter((document) => isKind(document, "organisation"));
  const served = new ServedContent();
  const parts = [];
  for (const owner of owners) parts.push(await compileOrganisation(sources, owner, served, tools));
  const hidden = JSON.stringify(sources.filter(({ document }) => isServerOnly(document)));
  const id = toHash([...served.byUrl.keys(), ...owners.map((owner) => owner.id), hidden].sort().join("\n"));
  return {
    id,
    organisations: new Map(
      parts.map(({ toManifest, ...part }) => [
        part.orgId,
        { ...part, manifest: (locale, app) => ({ release: id, ...toManifest(locale, app) }) },
      ]),
    ),
    defaultOrgId: owners.find((owner) => owner.default)?.id ?? "",
    served: served.byUrl,
    sources,
    locales: toLocales(documents.filter((document) => isKind(document, "locale"))),
  };
}

/** English, the source language, and one language per locale definition. */
function toLocales(locales: readonly DefinitionOf<"locale">[]): Release["locales"] {
  const others = locales.filter(({ id }) => id !== "en");
  return [
    { id: "en", name: "English", direction: "ltr" },
    ...others.map(({ id, name, direction }) => ({ id, name, direction })),
  ];
}
