import { describe, expect, it } from "vitest";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";

describe("findPatternFault", () => {
  it.each([
    "^[0-9]{6}$",
    "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$",
    "^(19|20)[0-9]{2}$",
    "^https?://[^/]+/.*$",
    "^(?:[A-Z]{2}[0-9]{2}){1,3}$",
    "^\\p{L}[\\p{L} .'-]*$",
    "^[A-Z]?[0-9]*$",
    "",
    "a|b",
    "^\\(?=[0-9]$",
    "^[(?=!]+$",
    "^\\\\1$",
  ])("lets %s through", (pattern) => {
    expect(findPatternFault(pattern)).toBeUndefined();
  });

  it.each([
    ["(?=a)b", "look"],
    ["(?!a)b", "look"],
    ["(?<=a)b", "look"],
    ["(?<!a)b", "look"],
    ["\\\\(?<!a)b", "look"],
    ["(a)\\1", "backreferences"],
    ["(?<n>a)\\k<n>", "backreferences"],
    ["(", "not a regular"],
    ["a".repeat(301), "at most"],
  ])("rejects %s", (pattern, reason) => {
    expect(findPatternFault(pattern)).toContain(reason);
  });
});
