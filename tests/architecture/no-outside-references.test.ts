import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

// Built from pieces, so that this file does not match itself.
const pointers = [`\\bD-[0-9]+`, `(spec|decisions) ${"§"}`, `reliability ${"rule"}`, `design(\\.md)? ${'"'}`].join("|");

it("comments and descriptions reference no document outside the repository", () => {
  const { stdout } = spawnSync(
    "git",
    [
      "grep",
      "-nE",
      pointers,
      "--",
      "engine",
      "widgets",
      "renderer",
      "server",
      "schemas",
      "fixtures",
      "tests",
      "README.md",
    ],
    { cwd: root, encoding: "utf8" },
  );
  expect(stdout).toBe("");
});
