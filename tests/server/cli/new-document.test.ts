import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newKinds, toNewDocuments, toNextStep } from "#server/cli/new-document.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { appRoot } from "#server/root.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-new-"));
  cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// What its author does next, as the check says it: words in every language, and something that names or leads to it.
const left = [
  "idle-migration",
  "missing-translation",
  "unreached-flow",
  "unreached-screen",
  "unused-document",
  "unused-rule",
];

const names: Readonly<Record<string, string>> = {
  request: "harbour/night-shift",
  locale: "ur",
  migration: "address-2",
};

test.each(newKinds)(
  "of a new %s the check asks only for its words in other languages and for who uses it",
  async (kind) => {
    const name = names[kind] ?? "night-shift";
    for (const { path: place, document } of toNewDocuments(kind, name, {
      sentences: ["Start", "Invalid OTP. {n} attempts left"],
    })) {
      mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
      writeFileSync(path.join(folder, place), JSON.stringify(document));
    }
    const { issues, sources } = await checkSchemas(folder);
    expect(issues.filter(({ code }) => !left.includes(code))).toEqual([]);
    expect(sources.map(({ document }) => `${document.kind} ${document.id}`)).toContain(
      `${kind} ${name.split("/").at(-1)}`,
    );
  },
);

test("a new language has a place for every sentence, its own name and its direction", () => {
  const make = (id: string) => toNewDocuments("locale", id, { sentences: ["Start", "Pay"] })[0]!.document;
  expect(make("ur")).toMatchObject({ name: "اردو", direction: "rtl", texts: { Start: "", Pay: "" } });
  expect(make("ta")).toMatchObject({ name: "தமிழ்", direction: "ltr" });
  expect(() => make("xx")).toThrow("is no language");
});

test("a request of verifications that are there brings nothing else along", () => {
  const [request, ...beside] = toNewDocuments("request", "harbour/night-shift", {
    sentences: [],
    of: ["bgv-tenth", "bgv-degree"],
  });
  expect(request!.document).toMatchObject({
    verifications: [{ verification: "bgv-tenth" }, { verification: "bgv-degree" }],
  });
  expect(beside).toEqual([]);
});

test("of each kind its author is told what comes next", () => {
  for (const kind of newKinds) expect(toNextStep(kind)).toMatch(/\.$/);
});

test("a name that is none, and a kind that is none, are refused with what is known", () => {
  expect(() => toNewDocuments("form", "../evil")).toThrow("small letters");
  expect(() => toNewDocuments("request", "night-shift")).toThrow("harbour/night-shift");
  expect(() => toNewDocuments("migration", "address")).toThrow("address-2");
  expect(() => toNewDocuments("nothing", "x")).toThrow("Known: form");
  expect(() => toNewDocuments("constructor", "x")).toThrow("Known: form");
});
