import { expect, test } from "vitest";
import { countCharacters, toPlainLines, toPlainText } from "#engine/core/base/text-input.ts";

test.each([
  ["e\u0301te", "\u00E9te"],
  ["a\u200Bb\u00ADc\uFEFF", "abc"],
  ["\u202Egnp.exe\u202C", "gnp.exe"],
  ["a\u00A0\t\u3000b", "a b"],
  ["a\u0000\u0007b", "ab"],
  ["\u200D\u2060\u3164 ", ""],
  // Conjunct with a joiner, Persian with a non-joiner, a family.
  ["क्\u200Dष", "क्\u200Dष"],
  ["می\u200Cخواهم", "می\u200Cخواهم"],
  ["👨\u200D👩\u200D👧", "👨\u200D👩\u200D👧"],
  ["1\u200D2", "12"],
])("keeps of %j only %j", (typed, kept) => {
  expect(toPlainText(typed)).toBe(kept);
  expect(toPlainText(kept)).toBe(kept);
});

test("keeps lines, without blanks at their ends and without a gap of several lines", () => {
  expect(toPlainLines("\r\n  a \r\n\r\n\u200B\r\n\u2028b\t c\n\n")).toBe("a\n\nb c");
  expect(toPlainLines(" \n \u200B\n")).toBe("");
});

test("counts characters, not units of storage", () => {
  expect(countCharacters("a👍b")).toBe(3);
});
