import path from "node:path";
import { expect, test } from "vitest";

const { findObstacle } = (await import(path.resolve("server/cli/prepare.mjs"))) as {
  findObstacle(platform: string, node: string): string | undefined;
};

test("accepts Linux and macOS with a new enough Node", () => {
  for (const platform of ["linux", "darwin"])
    for (const node of ["20.19.0", "20.20.2", "22.0.0", "24.1.0"]) expect(findObstacle(platform, node)).toBeUndefined();
});

test("rejects an older Node and names the required version", () => {
  for (const node of ["20.18.9", "18.20.0"])
    expect(findObstacle("linux", node)).toBe(`Sanad needs Node >=20.19.0, and this is ${node}.`);
});

test("rejects Windows and names WSL", () => {
  expect(findObstacle("win32", "24.1.0")).toBe(
    "Sanad runs on Linux and macOS; on Windows it runs inside WSL (https://learn.microsoft.com/windows/wsl/install).",
  );
});
