import { createContext, runInContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../support/cpu-time.ts";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { findLinearFault, toLinearPattern } from "#server/config/patterns/linear-pattern.ts";
import { redosPatterns } from "./redos-patterns.ts";

const place = createContext({});

/** The result of the built-in engine; undefined when it does not finish, as with some random patterns. */
function testInPage(pattern: RegExp, texts: readonly string[]): boolean[] | undefined {
  try {
    Object.assign(place, { pattern, texts });
    const results = runInContext("texts.map((text) => pattern.test(text))", place, { timeout: 200 });
    return [...(results as boolean[])];
  } catch {
    return undefined;
  }
}

describe("toLinearPattern", () => {
  it.each(redosPatterns)("stays fast for %s with any text", async (pattern) => {
    const spent = await cpuMs(() => {
      for (const text of ["a".repeat(1_000), `${"a".repeat(1_000)}!`, `${"a".repeat(20_000)}b!`])
        toLinearPattern(pattern).test(text);
    });
    expect(spent).toBeLessThan(1_000);
  });

  it("matches like a page's engine for every pattern and text", () => {
    const atom = fc.constantFrom(
      ..."abé.^$",
      ..."\\d \\D \\w \\W \\s \\S \\b \\. \\/ \\- [ab] [^ab] [\\s.] [^\\s] [\\S] [^\\Sa] [a\\-\\d] [] [^]".split(" "),
      ..."\\p{L} \\P{Lu} \\p{Script=Devanagari} \\u0061 \\u{1F600} \\x61 \\t \\n \\v \\0 \\cA 😀 (?<n>a) / -".split(
        " ",
      ),
    );
    const times = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "{0,}");
    const pattern = fc.letrec<{ all: string; one: string }>((tie) => ({
      one: fc.oneof(
        { depthSize: "small" },
        fc.tuple(atom, times).map(([what, often]) => what + (/^(\^|\$|\\b)$/.test(what) ? "" : often)),
        fc.tuple(tie("all"), times).map(([what, often]) => `(?:${what})${often}`),
        fc.tuple(tie("all"), tie("all")).map(([left, right]) => `(${left}|${right})`),
      ),
      all: fc.array(tie("one"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
    })).all;
    const sign = fc.constantFrom(
      ..."aabbAé019 _-./\n\r\t\v\u0000\u0001",
      ..."\u00a0\u2003\u2028\u2029\ufeff\u200b\u0085क😀",
    );
    const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(""));
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 8 }), (source, texts) => {
        fc.pre(findPatternFault(source) === undefined);
        expect(findLinearFault(source)).toBeUndefined();
        const server = toLinearPattern(source);
        const byPage = testInPage(new RegExp(source, "u"), texts);
        fc.pre(byPage !== undefined);
        expect(texts.map((value) => server.test(value))).toEqual(byPage);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["^a{1001}$", "{1001} repeats too often"],
    ["^(?:a{100}){100}$", "repeats too often"],
    ["^\\p{Letter}$", "does not know \\p{Letter}"],
    ["^[\\b]$", "does not know \\b"],
  ])("reports what it does not support of %s", (pattern, message) => {
    expect(findPatternFault(pattern)).toBeUndefined();
    expect(findLinearFault(pattern)).toContain(message);
  });
});
