import { expect, test } from "vitest";
import { chooseSubset, listFeatures } from "./browser-subset.ts";
import { readFixtures } from "./read-fixtures.ts";

const fixtures = readFixtures();
const few = chooseSubset(fixtures);

test("covers every screen, control and verb that any fixture covers", () => {
  const all = new Set(fixtures.flatMap((fixture) => [...listFeatures(fixture)]));
  const have = new Set(few.flatMap((fixture) => [...listFeatures(fixture)]));
  expect([...all].filter((part) => !have.has(part))).toEqual([]);
  expect(all).toContain("screen home");
  expect(all).toContain("role combobox");
  expect(all).toContain("verb signIn");
});

test("chooses few fixtures, each with a feature that no other has", () => {
  expect(few.length).toBeLessThan(fixtures.length / 5);
  for (const one of few) {
    const others = new Set(few.filter((other) => other !== one).flatMap((other) => [...listFeatures(other)]));
    expect(
      [...listFeatures(one)].some((part) => !others.has(part)),
      one.name,
    ).toBe(true);
  }
});
