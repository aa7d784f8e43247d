import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkSchemas, type Allowed } from "#server/config/check-schemas.ts";
import { ValidationCache } from "#server/config/validation-cache.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { copySmallSchemas } from "./small-schemas.ts";

const schemasDir = path.join(makeTemporaryFolder(), "schemas");
let dataDir = "";
beforeAll(() => copySmallSchemas(schemasDir));
beforeEach(() => {
  dataDir = makeTemporaryFolder();
  return () => rmSync(dataDir, { recursive: true });
});
afterAll(() => rmSync(path.dirname(schemasDir), { recursive: true }));

const check = (program: string | undefined) =>
  checkSchemas(schemasDir, new ValidationCache<Allowed>(dataDir, async () => program));
const notes = () => readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith(".json"));
/** A finding that no check makes, so its presence proves that the cache was used. */
const noted: Allowed = [{ document: "x.json", pointer: "", code: "noted", message: "", why: "", line: 1, column: 1 }];
const spoil = (text: string) => {
  for (const name of notes()) writeFileSync(path.join(dataDir, String(name)), text);
};

test("uses a cached result, with all definitions", async () => {
  const first = await check("one");
  expect([first.issues, notes().length]).toEqual([[], 1]);
  expect(await check("one")).toEqual(first);
  spoil(JSON.stringify(noted));
  expect((await check("one")).allowed).toEqual(noted);
});

test("checks again after a change of the program or of a definition, and when the entry is unreadable", async () => {
  const { allowed } = await check("one");
  spoil(JSON.stringify(noted));
  expect((await check("another")).allowed).toEqual(allowed);
  const file = path.join(schemasDir, "forms/mobile.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("{", '{ "odd": 1,'));
  try {
    expect((await check("one")).issues).toMatchObject([{ document: "forms/mobile.json" }]);
  } finally {
    writeFileSync(file, text);
  }
  expect((await check("one")).allowed).toEqual(noted);
  spoil("{");
  expect((await check("one")).allowed).toEqual(allowed);
});

test("never caches a check with faults, or of a program without an identity", async () => {
  await check(undefined);
  const file = path.join(schemasDir, "forms/odd.json");
  writeFileSync(file, "{}");
  try {
    expect((await check("one")).issues).not.toEqual([]);
  } finally {
    rmSync(file);
  }
  expect(notes()).toEqual([]);
});

test("accepts definitions whose result cannot be cached", async () => {
  writeFileSync(path.join(dataDir, "validation-cache"), "");
  expect((await check("one")).issues).toEqual([]);
});
