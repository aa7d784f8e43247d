import { describe, expect, it } from "vitest";
import { findPatternFault } from "#engine/rules/pattern-fault.ts";

describe("findPatternFault", () => {
  it.each([
    "^[0-9]{6}$", "^[0-9]+$", "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$", "^(19|20)[0-9]{2}$", "^[A-Z]{5}[0-9]{4}[A-Z]$", "^GCE-1[0-9]{5}$",
    "^https?://[^/]+/.*$", "^\\d{2}-\\d{2}-\\d{4}$", "^(?:[A-Z]{2}[0-9]{2}){1,3}$", "^\\p{L}[\\p{L} .'-]*$", "^[A-Z]?[0-9]*$", "", "a|b", "^\\+[1-9][0-9]{7,14}$",
  ])("lets %s through", (pattern) => {
    expect(findPatternFault(pattern)).toBeUndefined();
  });

  it.each([
    ["^(a+)+$", "repeated group"], ["(a|a)*", "repeated group"], ["^(a|ab){2,40}$", "repeated group"], ["(?=a)b", "look"], ["(?<!a)b", "look"], ["(a)\\1", "refer back"],
    ["(?<n>a)\\k<n>", "refer back"], ["(", "not a regular"], ["^[a-z]*[a-z0-9]*$", "compete"], ["^\\s*(x?)\\s*$", "compete"], ["^.*x.*$", "compete"],
    ["^(?:a{0,30})(?:a{0,30})b$", "compete"], ["a".repeat(301), "at most"],
  ])("refuses %s", (pattern, reason) => {
    expect(findPatternFault(pattern)).toContain(reason);
  });

  it("stays quick on the patterns that it lets through", () => {
    const text = `${"a".repeat(999)}!`;
    const start = performance.now();
    for (const pattern of ["^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$", "[a-z]+$", "^\\p{L}[\\p{L} .'-]*$"]) new RegExp(pattern, "u").test(text);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
