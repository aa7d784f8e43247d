import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { newKinds, toNewDefinitions, toNextStep } from "#server/cli/new-definition.ts";
import { checkSchemas, type CheckedSchemas } from "#server/config/check-schemas.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { copySmallSchemas } from "../config/small-schemas.ts";

// The author's remaining work, as the check reports it: translations, and a reference or a link to it.
const left = [
  "migration/version-ahead",
  "text/missing-translation",
  "flow/unreachable",
  "screen/unreachable",
  "definition/unused",
  "rules/unused",
];

const names: Readonly<Record<string, string>> = {
  request: "gce/tonight",
  locale: "ur",
  migration: "address-2",
};
/** Distinct names, so that no definition refers to one that another brings. */
const toName = (kind: string) => names[kind] ?? `${kind}-of-tonight`;
const sentences = ["Start", "Invalid OTP. {n} attempts left"];

/** One definition of each kind in one folder, checked once. */
let checked: CheckedSchemas;
beforeAll(async () => {
  const folder = makeTemporaryFolder();
  copySmallSchemas(folder);
  for (const kind of newKinds)
    for (const { path: place, document } of toNewDefinitions(kind, toName(kind), { sentences, app: "wallet" })) {
      const file = path.join(folder, place);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(document), { flag: "wx" });
    }
  checked = await checkSchemas(folder);
  rmSync(folder, { recursive: true });
});

test("makes definitions that lack only translations and a use", () => {
  expect(checked.issues.filter(({ code }) => !left.includes(code))).toEqual([]);
});

test.each(newKinds)("makes a %s that the check reads", (kind) => {
  expect(checked.sources.map(({ document }) => `${document.kind} ${document.id}`)).toContain(
    `${kind} ${toName(kind).split("/").at(-1)}`,
  );
});

test("makes a locale with every sentence, its own name and its direction", () => {
  const make = (id: string) => toNewDefinitions("locale", id, { sentences: ["Start", "Pay"] })[0]!.document;
  expect(make("ur")).toMatchObject({ name: "اردو", direction: "rtl", texts: { Start: "", Pay: "" } });
  expect(make("ta")).toMatchObject({ name: "தமிழ்", direction: "ltr" });
  expect(() => make("xx")).toThrow("is not a language");
});

test("makes nothing but the request when its verifications exist", () => {
  const [request, ...beside] = toNewDefinitions("request", "harbour/night-shift", {
    sentences: [],
    of: ["bgv-tenth", "bgv-degree"],
  });
  expect(request!.document).toMatchObject({
    verifications: [{ verification: "bgv-tenth" }, { verification: "bgv-degree" }],
  });
  expect(beside).toEqual([]);
});

test("prints the next step for each kind", () => {
  for (const kind of newKinds) expect(toNextStep(kind)).toMatch(/\.$/);
});

test("rejects an invalid name and an unknown kind, and lists the known ones", () => {
  expect(() => toNewDefinitions("form", "../evil")).toThrow("small letters");
  expect(() => toNewDefinitions("request", "night-shift")).toThrow("harbour/night-shift");
  expect(() => toNewDefinitions("migration", "address")).toThrow("address-2");
  expect(() => toNewDefinitions("nothing", "x")).toThrow("Known: form");
  expect(() => toNewDefinitions("constructor", "x")).toThrow("Known: form");
});
