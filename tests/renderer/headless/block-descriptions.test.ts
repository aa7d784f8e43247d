import { expect, test } from "vitest";
import { blocks } from "#renderer/blocks/index.ts";
import { blockDescriptions } from "#renderer/headless/descriptions/index.ts";

test("describes every block for assistive technology", () => {
  expect(Object.keys(blockDescriptions).toSorted()).toEqual(Object.keys(blocks).toSorted());
});

test("does not compile without the description of a block", () => {
  const { article: _article, ...others } = blockDescriptions;
  // @ts-expect-error The description of `article` is missing.
  const incomplete: typeof blockDescriptions = others;
  expect(incomplete).not.toHaveProperty("article");
});
