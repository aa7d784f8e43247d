import { afterAll, expect, it } from "vitest";
import { evaluate } from "#engine/core/rules/evaluate.ts";
import { setPatternEngine, compilePattern } from "#engine/core/rules/patterns.ts";

const scope = { roots: { data: { a: "ab" } }, rules: {} };
const native = (source: string) => new RegExp(source, "u");
afterAll(() => setPatternEngine(native));

it("uses the platform's engine until another one is set", () => {
  const expr = { matches: [{ var: "data.a" }, "^ab$"] };
  expect(evaluate(expr, scope)).toBe(true);
  const asked: string[] = [];
  setPatternEngine((source) => ({ test: (text) => asked.push(`${source} ${text}`) > 0 && false }));
  expect(evaluate(expr, scope)).toBe(false);
  expect(asked).toEqual(["^ab$ ab"]);
});

it("compiles a pattern once", () => {
  let times = 0;
  setPatternEngine((source) => {
    times += 1;
    return native(source);
  });
  for (const text of ["a", "b", "c"]) expect(compilePattern("^[ab]$").test(text)).toBe(text !== "c");
  expect(times).toBe(1);
});

it("throws for a pattern that the check rejects", () => {
  expect(() => compilePattern("(?=a)a")).toThrow("lookahead");
  expect(() => compilePattern("(")).toThrow("not a regular expression");
});
