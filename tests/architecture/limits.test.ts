import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { limits } = JSON.parse(readFileSync(`${root}/schemas/catalogues/limits.json`, "utf8")) as { limits: object };

it.each(Object.keys(limits))("code reads the limit %s", (name) => {
  const { stdout } = spawnSync("git", ["grep", "-lE", `(\\.|\\?\\.)${name}\\b`, "--", "engine", "server", "renderer"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stdout.trim().split("\n").filter(Boolean).length).toBeGreaterThan(0);
});
