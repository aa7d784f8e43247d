import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fixDocuments, mendText } from "#server/cli/fix-documents.ts";
import { appRoot } from "#server/root.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-fix-"));
  cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const change = (file: string, edit: (text: string) => string) =>
  writeFileSync(path.join(folder, file), edit(read(file)));

test("what needs no decision is mended, round by round, and the files are as they were", async () => {
  const [screen, rules, hindi] = ["screens/help.json", "rules/form.json", "locales/hi.json"].map(read);
  // With the mark that some editors write.
  change("screens/help.json", (text) => `\uFEFF${text.replace('"title"', '"titel"')}`);
  // The first is asked by the second alone, which nothing asks.
  const lonely = '"deep": { "expr": true, "why": "Yes." }, "lonely": { "expr": { "rule": "deep" }, "why": "Yes." },';
  change("rules/form.json", (text) => text.replace('"rules": {', `"rules": { ${lonely}`));
  change("locales/hi.json", (text) => text.replace('"texts": {', '"texts": { "Nobody says a/b ~ this": "कोई नहीं",'));
  change("forms/address.json", (text) => text.replace('"id": "address"', '"id": "adress"'));

  const { mended, issues } = await fixDocuments(folder);
  expect(issues).toEqual([]);
  expect(mended.map(({ code }) => code).sort()).toEqual([
    "unknown-key",
    "unused-rule",
    "unused-rule",
    "unused-translation",
    "wrong-id",
  ]);
  expect(["screens/help.json", "rules/form.json", "locales/hi.json"].map(read)).toEqual([screen, rules, hindi]);
});

test("what somebody must decide stays, and nothing is written", async () => {
  change("screens/help.json", (text) =>
    text.replace('"title"', '"x-title": "mine",\n"titel"').replace('"route"', '"title": "Help", "route"'),
  );
  const before = read("screens/help.json");
  const { mended, issues } = await fixDocuments(folder);
  expect(mended).toEqual([]);
  expect(issues.map(({ code }) => code)).toContain("unknown-key");
  expect(read("screens/help.json")).toBe(before);
});

test("of a list what goes does not move what goes after it", () => {
  const issue = (pointer: string) => ({ document: "", pointer, code: "", message: "", fix: { remove: true } as const });
  const text = JSON.stringify({ list: Array.from({ length: 12 }, (_, index) => index) });
  expect(JSON.parse(mendText(text, [issue("/list/2"), issue("/list/10"), issue("/list/9")]))).toEqual({
    list: [0, 1, 3, 4, 5, 6, 7, 8, 11],
  });
});
