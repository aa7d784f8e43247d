import path from "node:path";
import { expect, test } from "vitest";

const { toDevEnvironment } = (await import(path.resolve("server/cli/dev-environment.mjs"))) as {
  toDevEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
};

test("keeps the demo candidates of the workbench out of the developer's own data", () => {
  expect(toDevEnvironment({ PORT: "4000" })).toEqual({ PORT: "4000", DATA_DIR: ".data/dev" });
  expect(toDevEnvironment({ DATA_DIR: "/srv/mine" })).toEqual({ DATA_DIR: "/srv/mine/dev" });
});
