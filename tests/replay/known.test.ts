import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fixture } from "./contracts.ts";
import { findChecked, keepChecked, keepKnown, keepLookedUp, listUnknown, signDocuments } from "./known.ts";

let folder: string;
const schemas = () => path.join(folder, "schemas");
const write = (name: string, text: string) => writeFileSync(path.join(schemas(), name), text);
const fixture = (name: string, description = "") => ({ name, description }) as Fixture;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-known-"));
  mkdirSync(path.join(schemas(), "meta"), { recursive: true });
  write("form.json", '{"id":"form"}');
  write("meta/form.schema.json", "{}");
  keepKnown(path.join(folder, "known"));
});
afterEach(() => {
  keepKnown(undefined);
  rmSync(folder, { recursive: true });
});

test("a fixture that was looked up is looked up again when it is another, and one beside it is not", () => {
  const sign = signDocuments(schemas());
  keepLookedUp([fixture("pays")], sign);
  keepLookedUp([fixture("signs in")], sign);
  expect(listUnknown([fixture("pays"), fixture("signs in")], sign)).toEqual([]);
  const [changed, fresh] = [fixture("pays", "otherwise"), fixture("leaves")];
  expect(listUnknown([changed, fixture("signs in"), fresh], sign)).toEqual([changed, fresh]);
});

test.each([
  ["a document says something else", () => write("form.json", '{"id":"forms"}')],
  ["a meta-schema does", () => write("meta/form.schema.json", '{"type":"object"}')],
  ["a document comes", () => write("other.json", "{}")],
  ["a document goes", () => rmSync(path.join(schemas(), "form.json"))],
])("nothing is known any more when %s", (_, change) => {
  const sign = signDocuments(schemas());
  keepLookedUp([fixture("pays")], sign);
  keepChecked([], sign);
  expect(findChecked(sign)).toEqual([]);
  change();
  const next = signDocuments(schemas());
  expect(listUnknown([fixture("pays")], next)).toEqual([fixture("pays")]);
  expect(findChecked(next)).toBeUndefined();
});

test("without a folder to keep it in nothing is known", () => {
  keepKnown(undefined);
  const sign = signDocuments(schemas());
  keepLookedUp([fixture("pays")], sign);
  keepChecked([], sign);
  expect(listUnknown([fixture("pays")], sign)).toEqual([fixture("pays")]);
  expect(findChecked(sign)).toBeUndefined();
});
