import { expect, test } from "vitest";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { pinnedKinds } from "#engine/authoring/release/pinned-definitions.ts";
import { toTransactionSources } from "#server/config/transaction-sources.ts";
import type { Release } from "#server/config/release.ts";
import { compile, definitionsConfig } from "../definitions-config.ts";

/** The definitions that transactions of an organisation store from a release. */
const keep = ({ organisations }: Release): AnyDefinition[] =>
  pinnedKinds.flatMap<AnyDefinition>((kind) => organisations.get("gce")?.list(kind) ?? []);
const withOverrides = (overrides: Record<string, unknown>): Promise<Release> =>
  compile((document) =>
    document.kind === "organisation" && document.id === "gce" ? { ...document, overrides } : document,
  );

test("applies a newer override to all definitions but the stored ones", async () => {
  const reader = await definitionsConfig();
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

  const mixed = await reader.compile(toTransactionSources(newer.sources, "gce", kept));
  const drawn = mixed.organisations.get("gce")!;
  for (const document of kept) expect(drawn.get(document.kind, document.id)).toEqual(document);
  expect(drawn.get("limits", "limits")).toEqual(newest.get("limits", "limits"));
});
