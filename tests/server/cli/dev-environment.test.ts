import { expect, test } from "vitest";
import { toDevEnvironment } from "#server/cli/dev-environment.mjs";

test("keeps the demo candidates of the workbench out of the developer's own data", () => {
  expect(toDevEnvironment({ PORT: "4000" })).toEqual({ PORT: "4000", DATA_DIR: ".data/dev" });
  expect(toDevEnvironment({ DATA_DIR: "/srv/mine" })).toEqual({ DATA_DIR: "/srv/mine/dev" });
});
