import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { BadDocuments } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";
import { findChecked, keepKnown, signDocuments } from "../known.ts";
import { CheckedDocuments } from "./checked-documents.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-checked-"));
const schemas = path.join(folder, "schemas");
cpSync(path.join(appRoot, "schemas"), schemas, { recursive: true });
keepKnown(path.join(folder, "known"));
const open = () => new CheckedDocuments(schemas, folder);
afterAll(() => {
  keepKnown(undefined);
  rmSync(folder, { recursive: true });
});

test("documents that do not check are played by nobody, also where good ones were known; what is known is the same release", async () => {
  const first = open();
  await first.reload();
  expect(findChecked(signDocuments(schemas))).toHaveLength(first.current().sources.length);
  const known = open();
  await known.reload();
  expect(known.current().id).toBe(first.current().id);
  const file = path.join(schemas, "forms/mobile.json");
  const good = readFileSync(file, "utf8");
  writeFileSync(file, good.replace('"kind": "form"', '"kind": "form", "whatever": 1'));
  await expect(known.reload()).rejects.toThrow(BadDocuments);
  await expect(open().reload()).rejects.toThrow("forms/mobile.json");
  writeFileSync(file, good);
  await known.reload();
  expect(known.current().id).toBe(first.current().id);
  for (const one of [first, known]) one.close();
});
