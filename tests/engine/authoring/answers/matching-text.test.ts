import { describe, expect, test } from "vitest";
import { findMatchingText } from "#engine/authoring/answers/matching-text.ts";

const isDigit = (sign: string): boolean => /[0-9]/.test(sign);
const anyLength = { least: 0, most: 200 };

describe("findMatchingText", () => {
  test.each([
    [["^[A-Z]{5}[0-9]{4}[A-Z]$"], anyLength],
    [["^[A-Z]{3,}$"], { least: 10, most: 12 }],
    [["^[0-9]{6}$", "^[1-9]"], anyLength],
    [["^a(b|c)*d?$", "^.{4}$", "c"], anyLength],
    [["ABC", "^[A-Z]{5}$"], anyLength],
    [["^(?:[a-z]+-)+[0-9]{2,3}$"], { least: 12, most: 12 }],
    [["^[\\s\\S]*$"], { least: 5, most: 9 }],
    [["^\\p{L}+$"], { least: 3, most: 3 }],
    [[], { least: 4, most: 4, allows: isDigit }],
  ] as const)("finds a text of all patterns within the limits: %j", (patterns, limits) => {
    const text = findMatchingText(patterns, limits);
    for (const pattern of patterns) expect(text).toMatch(new RegExp(pattern, "u"));
    expect([...text!].length).toBeGreaterThanOrEqual(limits.least);
    expect([...text!].length).toBeLessThanOrEqual(limits.most);
  });

  test.each([
    [["^[A-Z]{2}$"], { least: 3, most: 9 }],
    [["^[A-Z]+$", "^[0-9]+$"], anyLength],
    [["^[A-Z]{8}$"], { least: 0, most: 5 }],
    [["^[A-Z]+$"], { ...anyLength, allows: isDigit }],
    [["^ab*$", "^a?c+$"], anyLength],
  ] as const)("returns undefined when no text matches all patterns: %j", (patterns, limits) => {
    expect(findMatchingText(patterns, limits)).toBeUndefined();
  });

  test.each(["^(?=a)b$", "\\bword\\b", "(", "^([a-z]{1,200}){1,200}$"])(
    "cannot tell when a pattern is not readable: %s",
    (pattern) => {
      expect(findMatchingText([pattern], anyLength)).toBe("unknown");
    },
  );
});
