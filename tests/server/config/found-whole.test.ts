import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkSchemas, type Allowed } from "#server/config/check-schemas.ts";
import { FoundWhole } from "#server/config/found-whole.ts";
import { makeFolder } from "../../make-folder.ts";
import { copyFewSchemas } from "./few-schemas.ts";

const schemasDir = path.join(makeFolder(), "schemas");
let dataDir = "";
beforeAll(() => copyFewSchemas(schemasDir));
beforeEach(() => {
  dataDir = makeFolder();
  return () => rmSync(dataDir, { recursive: true });
});
afterAll(() => rmSync(path.dirname(schemasDir), { recursive: true }));

const check = (program: string | undefined) =>
  checkSchemas(schemasDir, new FoundWhole<Allowed>(dataDir, async () => program));
const notes = () => readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith(".json"));
/** What nobody could find: where it is told, a note was believed. */
const noted: Allowed = [{ document: "x.json", pointer: "", code: "noted", message: "", why: "", line: 1, column: 1 }];
const spoil = (text: string) => {
  for (const name of notes()) writeFileSync(path.join(dataDir, String(name)), text);
};

test("documents that were found whole are believed to be, with all that is read of them", async () => {
  const first = await check("one");
  expect([first.issues, notes().length]).toEqual([[], 1]);
  expect(await check("one")).toEqual(first);
  spoil(JSON.stringify(noted));
  expect((await check("one")).allowed).toEqual(noted);
});

test("another program, another word in a document, and a note that cannot be read: each is checked", async () => {
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

test("documents with something wrong are never noted, nor is anything by a program that nobody can name", async () => {
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

test("documents whose note cannot be written are whole all the same", async () => {
  writeFileSync(path.join(dataDir, "found-whole"), "");
  expect((await check("one")).issues).toEqual([]);
});
