import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formats } from "#engine/core/form/formats.ts";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { toPatternTexts } from "#engine/authoring/release/parts/pattern-texts.ts";
import { createRandom } from "#engine/authoring/release/parts/random.ts";
import { formatSamples } from "#engine/authoring/release/parts/sample-values.ts";

describe("sample values", () => {
  it("include valid samples of every format", () => {
    expect(Object.keys(formatSamples).sort()).toEqual(Object.keys(formats).sort());
    for (const [name, toSamples] of Object.entries(formatSamples))
      for (const sample of toSamples("2026-11-21T10:00:00Z")) expect(sample).toMatch(formats[name]!);
  });

  it("include a text for each character of each position of a pattern", () => {
    const pattern = "^(?:[A-C][0-9]|x{2,3})-?[yz]$";
    const texts = toPatternTexts(pattern);
    for (const text of texts) expect(text).toMatch(new RegExp(pattern, "u"));
    for (const text of ["A0-y", "B0-y", "C0-y", "A9-y", "xx-y", "xxx-y", "A0y", "A0-z"]) expect(texts).toContain(text);
  });

  it("match any pattern", () => {
    const piece = fc.oneof(
      fc.constantFrom("[A-Z]", "[^x]", "\\d", "\\p{L}", ".", "a", "\\.", "(?:ab|c)", "(d|e{1,2})"),
      fc
        .tuple(fc.constantFrom("[a-f]", "\\w", "z"), fc.constantFrom("?", "+", "*", "{2}", "{1,3}", "{2,}"))
        .map((pair) => pair.join("")),
    );
    const patterns = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => `^${pieces.join("")}$`);
    fc.assert(
      fc.property(patterns, (pattern) => {
        fc.pre(findPatternFault(pattern) === undefined);
        const texts = toPatternTexts(pattern);
        expect(texts.length).toBeGreaterThan(0);
        for (const text of texts) expect(text).toMatch(new RegExp(pattern, "u"));
      }),
    );
  });

  it("are deterministic for a seed, and spread", () => {
    const draw = (seed: number) =>
      Array.from(
        { length: 200 },
        (
          (random) => () =>
            random.below(10)
        )(createRandom(seed)),
      );
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(new Set(draw(3)).size).toBe(10);
  });
});
