import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { createConfigReader, type ConfigReader } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";

const schemasDir = path.join(makeTemporaryFolder(), "schemas");
const dataDir = makeTemporaryFolder();
const file = path.join(schemasDir, "forms/mobile.json");
let reader: ConfigReader;
beforeAll(async () => {
  cpSync(path.join(appRoot, "schemas"), schemasDir, { recursive: true });
  reader = await createConfigReader(
    { schemasDir, dataDir, webDir: path.join(appRoot, "dist/web"), watch: true },
    { info: () => undefined, warn: () => undefined, error: () => undefined },
  );
});
afterAll(() => {
  reader?.close();
  for (const folder of [path.dirname(schemasDir), dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Saves like many editors: by a new file that replaces the old one. */
function save(change: (text: string) => string): void {
  writeFileSync(`${file}.new`, change(readFileSync(file, "utf8")));
  renameSync(`${file}.new`, file);
}
const label = () => JSON.stringify(reader.organisation("gce")?.get("form", "mobile"));

test("follows each save, keeps the release on a bad one, and follows the fix", async () => {
  save((text) => text.replace("Mobile number", "Phone number"));
  await eventually(() => expect(label()).toContain("Phone number"));
  save((text) => text.replace('"widget": "phone"', '"widget": "phon"'));
  await eventually(() =>
    expect(reader.status()).toMatchObject({
      ok: false,
      issues: [{ document: "forms/mobile.json", pointer: "/fields/0/widget" }],
    }),
  );
  expect(label()).toContain("Phone number");
  save((text) => text.replace('"widget": "phon"', '"widget": "phone"').replace("Phone number", "Mobile number"));
  await eventually(() => expect(label()).toContain("Mobile number"));
  expect(reader.isLastGood()).toBe(false);
});

test("serves untranslated sentences while authors watch, and reports them", async () => {
  save((text) => text.replace("Mobile number", "Handset number"));
  await eventually(() => expect(label()).toContain("Handset number"));
  expect(reader.status()).toMatchObject({
    ok: true,
    issues: expect.arrayContaining([
      expect.objectContaining({ code: "text/missing-translation", document: "locales/hi.json" }),
    ]) as unknown,
  });
  expect(reader.isLastGood()).toBe(false);
});

test("serves an unused form while authors watch, and reports it", async () => {
  const lone = path.join(schemasDir, "forms/lone.json");
  writeFileSync(
    lone,
    JSON.stringify({
      $schema: "../meta/form.schema.json",
      kind: "form",
      id: "lone",
      description: "Of this test.",
      data: { type: "object", properties: { name: { type: "string", maxLength: 9 } } },
      fields: [{ at: "/name", widget: "text", label: "Name" }],
    }),
  );
  const unused: unknown = expect.objectContaining({ code: "definition/unused", document: "forms/lone.json" });
  await eventually(() =>
    expect(reader.status()).toMatchObject({ ok: true, issues: expect.arrayContaining([unused]) as unknown }),
  );
  expect(reader.isLastGood()).toBe(false);
  rmSync(lone);
});

test("refuses incomplete translations when it does not watch", async () => {
  const start = createConfigReader(
    { schemasDir, dataDir: makeTemporaryFolder(), webDir: path.join(appRoot, "dist/web"), watch: false },
    { info: () => undefined, warn: () => undefined, error: () => undefined },
  );
  await expect(start).rejects.toThrow("Handset number");
});
