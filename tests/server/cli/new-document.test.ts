import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { newKinds, toNewDocuments, toNextStep } from "#server/cli/new-document.ts";
import { checkSchemas, type CheckedSchemas } from "#server/config/check-schemas.ts";
import { makeFolder } from "../../make-folder.ts";
import { copyFewSchemas } from "../config/few-schemas.ts";

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
  request: "gce/tonight",
  locale: "ur",
  migration: "address-2",
};
/** Each of its own name, so that none names what another brings along. */
const toName = (kind: string) => names[kind] ?? `${kind}-of-tonight`;
const sentences = ["Start", "Invalid OTP. {n} attempts left"];

/** One of each kind in one folder, which is checked once. */
let checked: CheckedSchemas;
beforeAll(async () => {
  const folder = makeFolder();
  copyFewSchemas(folder);
  for (const kind of newKinds)
    for (const { path: place, document } of toNewDocuments(kind, toName(kind), { sentences })) {
      const file = path.join(folder, place);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(document), { flag: "wx" });
    }
  checked = await checkSchemas(folder);
  rmSync(folder, { recursive: true });
});

test("of new documents the check asks only for their words in other languages and for who uses them", () => {
  expect(checked.issues.filter(({ code }) => !left.includes(code))).toEqual([]);
});

test.each(newKinds)("a new %s is there for the check", (kind) => {
  expect(checked.sources.map(({ document }) => `${document.kind} ${document.id}`)).toContain(
    `${kind} ${toName(kind).split("/").at(-1)}`,
  );
});

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
