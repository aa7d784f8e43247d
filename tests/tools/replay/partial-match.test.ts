import { expect, it } from "vitest";
import { findDifference } from "./partial-match.ts";

it.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [[{ a: 1 }], [{ a: 1, b: 2 }, { a: 3 }]],
  [[], []],
  ["x", "x"],
  [{ a: { b: [1] } }, { a: { b: [1, 2] } }],
])("%j describes %j", (expected, actual) => {
  expect(findDifference(expected, actual)).toBeUndefined();
});

it.each([
  [{ a: 1 }, { a: 2 }, "/a should be 1 and is 2"],
  [[], [1], "/ should be [] and is [1]"],
  [[1, 2], [1], "/1 should be 2 and is absent"],
  [{ list: [{ state: "A" }] }, { list: [{ state: "B" }] }, '/list/0/state should be "A" and is "B"'],
  [{ a: null }, {}, "/a should be null and is absent"],
  [{ a: 1 }, "a", '/ should be {"a":1} and is "a"'],
  [1, "1", '/ should be 1 and is "1"'],
])("%j does not describe %j", (expected, actual, reason) => {
  expect(findDifference(expected, actual)).toBe(reason);
});
