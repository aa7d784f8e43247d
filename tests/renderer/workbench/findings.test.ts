import { expect, test } from "vitest";
import { groupFindings } from "#renderer/workbench/findings.ts";

const issue = (document: string, code: string, line = 1) => ({
  document,
  code,
  pointer: "/texts",
  line,
  column: 1,
  message: "m",
});

test("groups findings by kind and language without losing those between them", () => {
  const many = Array.from({ length: 834 }, (_, i) => issue("locales/mr.json", "text/missing-translation", i));
  const groups = groupFindings([
    ...many.slice(0, 400),
    issue("screens/home.json", "expression/unknown-date-style"),
    ...many.slice(400),
    issue("locales/hi.json", "text/missing-translation"),
  ]);
  expect(groups.map(({ document, code, issues }) => [document, code, issues.length])).toEqual([
    ["locales/mr.json", "text/missing-translation", 834],
    ["screens/home.json", "expression/unknown-date-style", 1],
    ["locales/hi.json", "text/missing-translation", 1],
  ]);
});
