import type { SourceDocument } from "#engine/check/parts/set.ts";
import { isKind, type DocumentOf } from "#engine/documents/document-of.ts";
import type { Release } from "../release.ts";
import { compileOrganisation, isServerOnly, type ReleaseTools } from "./compile-organisation.ts";
import { ServedContent, toHash } from "./served-content.ts";

/** Makes the release of checked documents: overrides merged, bundles joined, validators compiled, everything under its hash. */
export async function compileRelease(sources: readonly SourceDocument[], tools: ReleaseTools): Promise<Release> {
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
        { ...part, manifest: (locale) => ({ release: id, ...toManifest(locale) }) },
      ]),
    ),
    defaultOrgId: owners.find((owner) => owner.default)?.id ?? "",
    served: served.byUrl,
    sources,
    locales: toLocales(documents.filter((document) => isKind(document, "locale"))),
  };
}

/** The languages there are: English, which is the source, and one per document. */
function toLocales(locales: readonly DocumentOf<"locale">[]): Release["locales"] {
  const others = locales.filter(({ id }) => id !== "en");
  return [
    { id: "en", name: "English", direction: "ltr" },
    ...others.map(({ id, name, direction }) => ({ id, name, direction })),
  ];
}
