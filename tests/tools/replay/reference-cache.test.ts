import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fixture } from "./contracts.ts";
import {
  findValidDefinitions,
  storeValidDefinitions,
  setReferenceCache,
  storeChecked,
  listUnchecked,
  hashDefinitions,
} from "./reference-cache.ts";

let folder: string;
const schemas = () => path.join(folder, "schemas");
const write = (name: string, text: string) => writeFileSync(path.join(schemas(), name), text);
const fixture = (name: string, description = "") => ({ name, description }) as Fixture;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-known-"));
  mkdirSync(path.join(schemas(), "meta"), { recursive: true });
  write("form.json", '{"id":"form"}');
  write("meta/form.schema.json", "{}");
  setReferenceCache(path.join(folder, "known"));
});
afterEach(() => {
  setReferenceCache(undefined);
  rmSync(folder, { recursive: true });
});

test("checks a changed fixture again, and an unchanged one not", () => {
  const sign = hashDefinitions(schemas());
  storeChecked([fixture("pays")], sign);
  storeChecked([fixture("signs in")], sign);
  expect(listUnchecked([fixture("pays"), fixture("signs in")], sign)).toEqual([]);
  const [changed, fresh] = [fixture("pays", "otherwise"), fixture("leaves")];
  expect(listUnchecked([changed, fixture("signs in"), fresh], sign)).toEqual([changed, fresh]);
});

test.each([
  ["a definition changes", () => write("form.json", '{"id":"forms"}')],
  ["a meta-schema does", () => write("meta/form.schema.json", '{"type":"object"}')],
  ["a document comes", () => write("other.json", "{}")],
  ["a document goes", () => rmSync(path.join(schemas(), "form.json"))],
])("nothing is known any more when %s", (_, change) => {
  const sign = hashDefinitions(schemas());
  storeChecked([fixture("pays")], sign);
  storeValidDefinitions([], sign);
  expect(findValidDefinitions(sign)).toEqual([]);
  change();
  const next = hashDefinitions(schemas());
  expect(listUnchecked([fixture("pays")], next)).toEqual([fixture("pays")]);
  expect(findValidDefinitions(next)).toBeUndefined();
});

test("remembers nothing without a folder", () => {
  setReferenceCache(undefined);
  const sign = hashDefinitions(schemas());
  storeChecked([fixture("pays")], sign);
  storeValidDefinitions([], sign);
  expect(listUnchecked([fixture("pays")], sign)).toEqual([fixture("pays")]);
  expect(findValidDefinitions(sign)).toBeUndefined();
});
