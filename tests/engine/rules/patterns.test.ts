import { afterAll, expect, it } from "vitest";
import { evaluate } from "#engine/rules/evaluate.ts";
import { setPatternEngine, toPattern } from "#engine/rules/patterns.ts";

const scope = { roots: { data: { a: "ab" } }, rules: {} };
const native = (source: string) => new RegExp(source, "u");
afterAll(() => setPatternEngine(native));

it("a pattern is matched by the platform's engine until another is given, and by that one from then on", () => {
  const expr = { matches: [{ var: "data.a" }, "^ab$"] };
  expect(evaluate(expr, scope)).toBe(true);
  const asked: string[] = [];
  setPatternEngine((source) => ({ test: (text) => asked.push(`${source} ${text}`) > 0 && false }));
  expect(evaluate(expr, scope)).toBe(false);
  expect(asked).toEqual(["^ab$ ab"]);
});

it("a pattern is compiled once", () => {
  let times = 0;
  setPatternEngine((source) => {
    times += 1;
    return native(source);
  });
  for (const text of ["a", "b", "c"]) expect(toPattern("^[ab]$").test(text)).toBe(text !== "c");
  expect(times).toBe(1);
});

it("what the check refuses is no pattern", () => {
  expect(() => toPattern("(?=a)a")).toThrow("look ahead");
  expect(() => toPattern("(")).toThrow("not a regular expression");
});
