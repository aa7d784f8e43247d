import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countReadings } from "../../papers/count-readings.ts";
import type { ReadSample } from "../../papers/written.ts";

/** What the reader read of made papers, photographed and scanned (`KEEP=1 npm run bench reading`). */
const samples = JSON.parse(readFileSync("tests/papers/readings.json", "utf8")) as ReadSample[];
const { kinds, alarmed } = countReadings(samples);
const share = (part: number, all: number) => part / Math.max(1, all);

test("of at least sixty good papers no more than two in a hundred are warned of", () => {
  expect(samples.length).toBeGreaterThanOrEqual(60);
  expect(share(alarmed.length, samples.length), alarmed.join("\n")).toBeLessThanOrEqual(0.02);
});

test("papers with another one's name, number or year are noticed, and a number with one figure mistyped", () => {
  for (const kind of ["person", "number", "year", "name"] as const)
    expect(share(kinds[kind].noticed, kinds[kind].others), kind).toBeGreaterThanOrEqual(kind === "name" ? 0.8 : 0.9);
  expect(share(kinds.number.mistypedNoticed, kinds.number.mistyped)).toBeGreaterThanOrEqual(0.75);
});

test("what is offered for a field is what the paper says, but for a figure that was misread", () => {
  expect(kinds.year.wronglyOffered).toBe(0);
  expect(share(kinds.number.wronglyOffered, kinds.number.offered)).toBeLessThanOrEqual(0.05);
  expect(kinds.number.offered).toBeGreaterThan(0);
});
