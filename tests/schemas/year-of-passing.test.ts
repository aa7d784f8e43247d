import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RulesDefinition } from "#engine/core/definitions/screen.ts";
import { isTrue } from "#engine/core/rules/evaluate.ts";

const { rules } = JSON.parse(readFileSync("schemas/rules/education.json", "utf8")) as RulesDefinition;
const fits = (passingYear: string) =>
  isTrue(rules["plausible-year-of-passing"]!.expr as never, {
    roots: { data: { passingYear }, env: { now: "2026-11-22T09:00:00.000Z" } },
    rules: {},
  });

test("accepts a year of passing from 1950 to the server's current year", () => {
  expect(["1949", "1950", "2025", "2026", "2027", "2050", "12"].map(fits)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
