import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formats } from "#engine/form/formats.ts";
import { findPatternFault } from "#engine/rules/pattern-fault.ts";
import { toPatternTexts } from "#engine/release/parts/pattern-texts.ts";
import { toRandom } from "#engine/release/parts/random.ts";
import { formatSamples } from "#engine/release/parts/sample-values.ts";

describe("made values", () => {
  it("has samples of every format that form data may name, and all of them fit", () => {
    expect(Object.keys(formatSamples).sort()).toEqual(Object.keys(formats).sort());
    for (const [name, toSamples] of Object.entries(formatSamples))
      for (const sample of toSamples("2026-11-21T10:00:00Z")) expect(sample).toMatch(formats[name]!);
  });

  it("makes texts that a pattern takes, and one with each character of each place", () => {
    const pattern = "^(?:[A-C][0-9]|x{2,3})-?[yz]$";
    const texts = toPatternTexts(pattern);
    for (const text of texts) expect(text).toMatch(new RegExp(pattern, "u"));
    for (const text of ["A0-y", "B0-y", "C0-y", "A9-y", "xx-y", "xxx-y", "A0y", "A0-z"]) expect(texts).toContain(text);
  });

  it("makes only texts that fit, whatever the pattern", () => {
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

  it("chooses the same for the same seed and spreads its choices", () => {
    const draw = (seed: number) =>
      Array.from(
        { length: 200 },
        (
          (random) => () =>
            random.below(10)
        )(toRandom(seed)),
      );
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(new Set(draw(3)).size).toBe(10);
  });
});
