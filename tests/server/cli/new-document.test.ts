import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newKinds, toNewDocuments } from "#server/cli/new-document.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { appRoot } from "#server/root.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-new-"));
  cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// What its author does next, as the check says it: words in every language, and something that names or leads to it.
const left = ["missing-translation", "unreached-flow", "unused-document"];

test.each(newKinds)(
  "of a new %s the check asks only for its words in other languages and for who uses it",
  async (kind) => {
    for (const { path: place, document } of toNewDocuments(
      kind,
      kind === "request" ? "harbour/night-shift" : "night-shift",
    )) {
      mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
      writeFileSync(path.join(folder, place), JSON.stringify(document));
    }
    const { issues, sources } = await checkSchemas(folder);
    expect(issues.filter(({ code }) => !left.includes(code))).toEqual([]);
    expect(sources.map(({ document }) => `${document.kind} ${document.id}`)).toContain(`${kind} night-shift`);
  },
);

test("a name that is none, and a kind that is none, are refused with what is known", () => {
  expect(() => toNewDocuments("form", "../evil")).toThrow("small letters");
  expect(() => toNewDocuments("request", "night-shift")).toThrow("harbour/night-shift");
  expect(() => toNewDocuments("nothing", "x")).toThrow("Known: form");
  expect(() => toNewDocuments("constructor", "x")).toThrow("Known: form");
});
