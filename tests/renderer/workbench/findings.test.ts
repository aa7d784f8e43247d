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

test("hundreds of one kind and language are one line, and what stands between them is not lost", () => {
  const many = Array.from({ length: 834 }, (_, i) => issue("locales/mr.json", "missing-translation", i));
  const groups = groupFindings([
    ...many.slice(0, 400),
    issue("screens/home.json", "unknown-style"),
    ...many.slice(400),
    issue("locales/hi.json", "missing-translation"),
  ]);
  expect(groups.map(({ document, code, issues }) => [document, code, issues.length])).toEqual([
    ["locales/mr.json", "missing-translation", 834],
    ["screens/home.json", "unknown-style", 1],
    ["locales/hi.json", "missing-translation", 1],
  ]);
});
