import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fixDefinitions, fixText } from "#server/cli/fix-definitions.ts";
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

test("fixes what needs no decision, round by round, and keeps the format of the files", async () => {
  const [screen, rules, hindi] = ["screens/wallet/help.json", "rules/form.json", "locales/hi.json"].map(read);
  // With the byte order mark of some editors.
  change("screens/wallet/help.json", (text) => `\uFEFF${text.replace('"title"', '"titel"')}`);
  // Only the second rule uses the first, and nothing uses the second.
  const harbour = '{ "===": [{ "var": "organisation.id" }, "harbour"] }';
  const lonely = `"deep": { "expr": ${harbour}, "why": "Yes." }, "lonely": { "expr": { "rule": "deep" }, "why": "Yes." },`;
  change("rules/form.json", (text) => text.replace('"rules": {', `"rules": { ${lonely}`));
  change("locales/hi.json", (text) => text.replace('"texts": {', '"texts": { "Unused a/b ~ text": "कोई नहीं",'));
  change("forms/address.json", (text) => text.replace('"id": "address"', '"id": "adress"'));

  const { fixed, issues } = await fixDefinitions(folder);
  expect(issues).toEqual([]);
  expect(fixed.map(({ code }) => code).sort()).toEqual([
    "definition/unknown-key",
    "definition/wrong-id",
    "rules/unused",
    "rules/unused",
    "text/unused-translation",
  ]);
  expect(["screens/wallet/help.json", "rules/form.json", "locales/hi.json"].map(read)).toEqual([screen, rules, hindi]);
});

test("keeps what needs a decision, and writes nothing", async () => {
  change("screens/wallet/help.json", (text) =>
    text.replace('"title"', '"x-title": "mine",\n"titel"').replace('"route"', '"title": "Help", "route"'),
  );
  const before = read("screens/wallet/help.json");
  const { fixed, issues } = await fixDefinitions(folder);
  expect(fixed).toEqual([]);
  expect(issues.map(({ code }) => code)).toContain("definition/unknown-key");
  expect(read("screens/wallet/help.json")).toBe(before);
});

test("removes several items of one list", () => {
  const issue = (pointer: string) => ({ document: "", pointer, code: "", message: "", fix: { remove: true } as const });
  const text = JSON.stringify({ list: Array.from({ length: 12 }, (_, index) => index) });
  expect(JSON.parse(fixText(text, [issue("/list/2"), issue("/list/10"), issue("/list/9")]))).toEqual({
    list: [0, 1, 3, 4, 5, 6, 7, 8, 11],
  });
});
