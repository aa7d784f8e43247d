import { expect, test } from "vitest";
import { codeEntries } from "#engine/authoring/check/index.ts";
import { checkFiles } from "#engine/authoring/check/run.ts";
import { getAt } from "#engine/core/base/json-pointer.ts";
import { context, faults, withChanges } from "./faults.ts";

test("finds nothing in the base of the fixtures", () => {
  expect(checkFiles(withChanges({}), context)).toEqual([]);
});

test("has a fixture for every code, and a code for every fixture", () => {
  const codes = new Set(codeEntries.map(({ code }) => code as string));
  const tested = new Set(faults.map(({ code }) => code));
  expect([...codes].filter((code) => !tested.has(code))).toEqual([]);
  expect([...tested].filter((code) => !codes.has(code))).toEqual([]);
});

test("names each code once, by subject and fault, and gives its reason", () => {
  const codes = codeEntries.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)]);
  for (const { code, why } of codeEntries) {
    expect(code).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
    expect(why.length, code).toBeGreaterThan(10);
  }
});

test.each(faults.map((fault) => [fault.name, fault] as const))("finds %s, once and at its place", (_, fault) => {
  const { document, pointer, message } = fault.expect;
  const files = withChanges(fault.change);
  const found = checkFiles(files, context).map(({ fix: _fix, ...issue }) => issue);
  expect(found).toEqual([{ document, pointer, code: fault.code, message: expect.stringContaining(message) as string }]);
  // An editor can find the line only if the place is in the file.
  const changed = files.find((file) => file.path === document)?.document;
  expect(getAt(changed, pointer)).toBeDefined();
});

test("reports the faults of other definitions when one has an invalid shape, but not what depends on it", () => {
  const files = withChanges({
    "forms/degree.json": [{ at: "/fields/2/labell", put: "Course" }],
    "rules/basics.json": [{ at: "/rulez", put: {} }],
    "screens/wallet/payment.json": [{ at: "/body/1/when", put: { var: "route.expres" } }],
  });
  expect(checkFiles(files, context).map(({ document, code }) => [document, code])).toEqual([
    ["forms/degree.json", "definition/unknown-key"],
    ["rules/basics.json", "definition/unknown-key"],
    ["screens/wallet/payment.json", "expression/unknown-path"],
  ]);
});
