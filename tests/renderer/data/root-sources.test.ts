import { expect, test } from "vitest";
import type { RootSources } from "#renderer/data/root-sources.ts";

test("does not compile without the source of a loadable root", () => {
  const withoutBill = ({ bill: _bill, ...others }: RootSources) => {
    // @ts-expect-error The source of `bill` is missing.
    const incomplete: RootSources = others;
    return incomplete;
  };
  expect(withoutBill({} as RootSources)).toEqual({});
});
