import { expect, test } from "vitest";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { keptKinds } from "#engine/release/kept-documents.ts";
import { toPinnedSources } from "#server/config/pinned-sources.ts";
import type { Release } from "#server/config/release.ts";
import { compile, documentsConfig } from "../documents-config.ts";

/** What transactions of an organisation that began with a release keep of it. */
const keep = ({ organisations }: Release): AnyDocument[] =>
  keptKinds.flatMap<AnyDocument>((kind) => organisations.get("gce")?.list(kind) ?? []);
const withOverrides = (overrides: Record<string, unknown>): Promise<Release> =>
  compile((document) =>
    document.kind === "organisation" && document.id === "gce" ? { ...document, overrides } : document,
  );

test("an override that came since leaves the documents that a transaction keeps as they are, and reaches all others", async () => {
  const reader = await documentsConfig();
  const kept = keep(reader.current());
  const newer = await withOverrides({
    "forms/marksheet#/rollNumber": { when: false },
    "options/states#/items": [],
    "catalogues/prices": { description: "Dearer." },
    "organisations/education-evaluation": { description: "Asked otherwise." },
    "catalogues/limits": { description: "Other limits." },
  });
  const newest = newer.organisations.get("gce")!;
  expect(newest.get("form", "marksheet")).not.toEqual(kept.find(({ id }) => id === "marksheet"));

  const mixed = await reader.compile(toPinnedSources(newer.sources, "gce", kept));
  const drawn = mixed.organisations.get("gce")!;
  for (const document of kept) expect(drawn.get(document.kind, document.id)).toEqual(document);
  expect(drawn.get("limits", "limits")).toEqual(newest.get("limits", "limits"));
});
