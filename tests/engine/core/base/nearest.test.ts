import fc from "fast-check";
import { expect, it } from "vitest";
import { editDistance, findNearest } from "#engine/core/base/nearest.ts";

/** The distance by its textbook definition. */
function defined(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return defined(restA, restB);
  return 1 + Math.min(defined(restA, b), defined(a, restB), defined(restA, restB));
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

it("counts edits as defined, and returns a greater number beyond the maximum", () => {
  fc.assert(
    fc.property(word, word, fc.nat(6), (a, b, most) => {
      const edits = defined(a, b);
      expect(editDistance(a, b)).toBe(edits);
      if (edits <= most) expect(editDistance(a, b, most)).toBe(edits);
      else expect(editDistance(a, b, most)).toBeGreaterThan(most);
    }),
  );
});

it("finds the nearest word without regard to case, the first of several, and none that is far", () => {
  expect(findNearest("feilds", ["data", "fields", "yields"])).toBe("fields");
  expect(findNearest("DATA", ["date", "data"])).toBe("data");
  expect(findNearest("cot", ["cat", "cut"])).toBe("cat");
  expect(findNearest("form", ["organisation"])).toBeUndefined();
});
