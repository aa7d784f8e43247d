import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConfigReader, type ConfigReader } from "#server/config/reader.ts";
import { chooseLanguage } from "#server/config/release.ts";
import { appRoot } from "#server/root.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";

const schemasDir = path.join(makeTemporaryFolder(), "schemas");
const dataDir = makeTemporaryFolder();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let reader: ConfigReader;
beforeAll(async () => {
  cpSync(path.join(appRoot, "schemas"), schemasDir, { recursive: true });
  const file = path.join(schemasDir, "organisations/harbour/organisation.json");
  const harbour = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...harbour, locales: ["en"] }));
  const webDir = path.join(appRoot, "dist/web");
  reader = await createConfigReader({ schemasDir, dataDir, webDir, watch: false }, log);
});
afterAll(() => {
  reader?.close();
  for (const folder of [path.dirname(schemasDir), dataDir]) rmSync(folder, { recursive: true, force: true });
});

test.each([
  ["harbour", "en", []],
  ["gce", "hi", [expect.objectContaining({ id: "hi" })]],
])("serves %s in the languages that it names and in no other", (orgId, locale, languages) => {
  const organisation = reader.organisation(orgId)!;
  const manifest = organisation.manifest(chooseLanguage(organisation, "hi"));
  expect(manifest.locale).toBe(locale);
  const shell = JSON.parse(reader.current().served.get(manifest.documents["bundle/shell"]!)!) as {
    documents: Record<string, { languages?: unknown[] }>;
  };
  expect(shell.documents["routes/routes"]?.languages).toEqual(languages);
});

test("names an unknown block to pages of earlier builds, so that they reload", () => {
  const { documents } = reader.organisation("gce")!.manifest("en");
  for (const name of ["bundle/shell", "bundle/screen.home"]) {
    const { words } = JSON.parse(reader.current().served.get(documents[name]!)!) as { words: string[] };
    expect(words).toEqual([expect.stringMatching(/^block:/)]);
  }
});
