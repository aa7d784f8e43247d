import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countReadings } from "../../../tools/sample-documents/count-readings.ts";
import type { ReadSample } from "../../../tools/sample-documents/written.ts";

/** Recognised text of generated documents, photographed and scanned (`KEEP=1 npm run bench reading`). */
const samples = JSON.parse(readFileSync("tests/tools/sample-documents/readings.json", "utf8")) as ReadSample[];
const { kinds, alarmed } = countReadings(samples);
const share = (part: number, all: number) => part / Math.max(1, all);

test("warns about at most 2 % of at least sixty correct documents", () => {
  expect(samples.length).toBeGreaterThanOrEqual(60);
  expect(share(alarmed.length, samples.length), alarmed.join("\n")).toBeLessThanOrEqual(0.02);
});

test("notices another name, number or year, and a number with one mistyped digit", () => {
  for (const kind of ["person", "number", "year", "name"] as const)
    expect(share(kinds[kind].noticed, kinds[kind].others), kind).toBeGreaterThanOrEqual(kind === "name" ? 0.8 : 0.9);
  expect(share(kinds.number.mistypedNoticed, kinds.number.mistyped)).toBeGreaterThanOrEqual(0.75);
});

test("suggests the value of the document, except for a misread digit", () => {
  expect(kinds.year.wronglyOffered).toBe(0);
  expect(share(kinds.number.wronglyOffered, kinds.number.offered)).toBeLessThanOrEqual(0.05);
  expect(kinds.number.offered).toBeGreaterThan(0);
});
