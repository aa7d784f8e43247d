import { expect, test } from "vitest";
import { orderBySeverity } from "#engine/authoring/check/severity.ts";
import { formats } from "#server/config/report/formats.ts";

const issue = (code: string, document = "forms/a.json", message = code) => ({
  document,
  pointer: "",
  code,
  message,
  line: 1,
  column: 1,
});
const missing = ["Home", "Pay", "Back"].map((text) => issue("text/missing-translation", "locales/ta.json", text));
const other = issue("text/missing-translation", "locales/ur.json", "Home");
const warning = issue("rules/unused");
const error = issue("form/missing-label");
const issues = orderBySeverity([...missing, other, warning, error]);
const report = { folder: "schemas", issues, allowed: [], definitions: 1, organisations: 1, languages: 3, seconds: 1 };

test("lists errors first, then warnings, then missing translations", () => {
  expect(issues).toEqual([error, warning, ...missing, other]);
});

test("folds the missing translations of a language to one line, unless all are wanted", () => {
  const { output, error: text } = formats.lines(report);
  const lines = text!.split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain("form/missing-label");
  expect(lines[2]).toMatch(/^locales\/ta\.json:1:1 .*: Home, and 2 more sentences .*--all/);
  expect(lines[3]).toMatch(/^locales\/ur\.json:1:1 .*: Home$/);
  expect(output).toContain("6 faults");
  expect(formats.lines({ ...report, all: true }).error!.split("\n")).toHaveLength(6);
});

test("writes warnings and errors as such in SARIF", () => {
  const { runs } = JSON.parse(formats.sarif(report).output) as {
    runs: { results: { ruleId: string; level: string }[] }[];
  };
  const levels = Object.fromEntries(runs[0]!.results.map(({ ruleId, level }) => [ruleId, level]));
  expect(levels).toMatchObject({ "form/missing-label": "error", "rules/unused": "warning" });
});
