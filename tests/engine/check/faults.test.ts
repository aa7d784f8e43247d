import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { checkFiles } from "#engine/check/run.ts";
import { getAt } from "#engine/base/json-pointer.ts";
import { metas } from "./documents.ts";
import { faults, withFault } from "./faults.ts";

test("the documents that all faults are made of are good", () => {
  expect(
    checkFiles(withFault({ name: "", change: {}, expect: { document: "", pointer: "", code: "", says: "" } }), {
      metas,
    }),
  ).toEqual([]);
});

test("there is a fixture for every kind of fault", () => {
  const files = readdirSync("engine/check").filter((file) => file.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(80);
  expect(faults.length).toBeGreaterThan(200);
});

test.each(faults.map((fault) => [fault.name, fault] as const))("%s is told once, where it stands", (_, fault) => {
  const { document, pointer, code, says } = fault.expect;
  const files = withFault(fault);
  const found = checkFiles(files, { metas }).map(({ fix: _fix, ...issue }) => issue);
  expect(found).toEqual([{ document, pointer, code, message: expect.stringContaining(says) as string }]);
  // The place is in the file, so that an editor finds its line.
  const told = files.find((file) => file.path === document)?.document;
  expect(getAt(told, pointer)).toBeDefined();
});

test("a document of bad shape hides nothing of the others, and what dangles because of it is not told", () => {
  const files = withFault({
    name: "",
    change: {
      "forms/degree.json": [{ at: "/fields/2/labell", put: "Course" }],
      "rules/basics.json": [{ at: "/rulez", put: {} }],
      "screens/payment.json": [{ at: "/body/1/when", put: { var: "route.expres" } }],
    },
    expect: { document: "", pointer: "", code: "", says: "" },
  });
  expect(checkFiles(files, { metas }).map(({ document, code }) => [document, code])).toEqual([
    ["forms/degree.json", "unknown-key"],
    ["rules/basics.json", "unknown-key"],
    ["screens/payment.json", "unknown-path"],
  ]);
});
