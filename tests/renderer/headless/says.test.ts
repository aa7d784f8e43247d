import { expect, test } from "vitest";
import { blocks } from "#renderer/blocks/index.ts";
import { says } from "#renderer/headless/said/index.ts";

test("every block is said to who does not see it: one more has its line there too", () => {
  expect(Object.keys(says).toSorted()).toEqual(Object.keys(blocks).toSorted());
});
