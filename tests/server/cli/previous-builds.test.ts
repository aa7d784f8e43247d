import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";

// Plain JavaScript without declarations: it runs before anything is installed.
const { keepPreviousBuilds } = (await import(path.resolve("server/cli/previous-builds.mjs"))) as {
  keepPreviousBuilds: (before: string, next: string) => void;
};

/** Makes a build beside the one before and swaps it in, as the build does. */
function build(folder: string, files: Record<string, string>): string {
  const [next, web] = [path.join(folder, "next"), path.join(folder, "web")];
  for (const place of ["assets", ".vite"]) mkdirSync(path.join(next, place), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(next, "assets", name), text);
  keepPreviousBuilds(web, next);
  rmSync(web, { recursive: true, force: true });
  renameSync(next, web);
  return path.join(web, "assets");
}

it("keeps the files of the three previous builds, and not of older ones", () => {
  const folder = makeTemporaryFolder();
  let assets = "";
  for (const n of [1, 2, 3, 4, 5])
    assets = build(folder, {
      [`Dialog-${n}.js`]: `export default ${n};`,
      [`Dialog-${n}.js.br`]: "packed",
      "same.js": "1",
    });
  const code = [2, 3, 4, 5].flatMap((n) => [`Dialog-${n}.js`, `Dialog-${n}.js.br`]);
  expect(readdirSync(assets).sort()).toEqual([...code, "same.js"].sort());
  expect(readFileSync(path.join(assets, "Dialog-2.js"), "utf8")).toBe("export default 2;");
});

it("does not count an identical build", () => {
  const folder = makeTemporaryFolder();
  build(folder, { "Dialog-1.js": "1" });
  let assets = "";
  for (let n = 0; n < 5; n += 1) assets = build(folder, { "Dialog-2.js": "2" });
  expect(readdirSync(assets).sort()).toEqual(["Dialog-1.js", "Dialog-2.js"]);
});

it("counts a folder without a list as one build", () => {
  const folder = makeTemporaryFolder();
  build(folder, { "Dialog-1.js": "1" });
  rmSync(path.join(folder, "web/.vite/builds.json"));
  expect(readdirSync(build(folder, { "Dialog-2.js": "2" })).sort()).toEqual(["Dialog-1.js", "Dialog-2.js"]);
});

it("records the files of each build", () => {
  const folder = makeTemporaryFolder();
  build(folder, { "Dialog-1.js": "1" });
  build(folder, { "Dialog-2.js": "2" });
  const builds: unknown = JSON.parse(readFileSync(path.join(folder, "web/.vite/builds.json"), "utf8"));
  expect(builds).toEqual([["Dialog-2.js"], ["Dialog-1.js"]]);
});
