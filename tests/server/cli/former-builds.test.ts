import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../../make-folder.ts";

// Plain JavaScript without declarations: it runs before anything is installed.
const { keepFormerBuilds } = (await import(path.resolve("server/cli/former-builds.mjs"))) as {
  keepFormerBuilds: (before: string, next: string) => void;
};

/** A build of the page beside the one before, swapped in as the build does. */
function build(folder: string, files: Record<string, string>): string {
  const [next, web] = [path.join(folder, "next"), path.join(folder, "web")];
  for (const place of ["assets", ".vite"]) mkdirSync(path.join(next, place), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(next, "assets", name), text);
  keepFormerBuilds(web, next);
  rmSync(web, { recursive: true, force: true });
  renameSync(next, web);
  return path.join(web, "assets");
}

it("a page of one of the three builds before still gets its code; one of an older build does not", () => {
  const folder = makeFolder();
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

it("a build that gives the same code again pushes none out", () => {
  const folder = makeFolder();
  build(folder, { "Dialog-1.js": "1" });
  let assets = "";
  for (let n = 0; n < 5; n += 1) assets = build(folder, { "Dialog-2.js": "2" });
  expect(readdirSync(assets).sort()).toEqual(["Dialog-1.js", "Dialog-2.js"]);
});

it("what was built before such a list was written is one build", () => {
  const folder = makeFolder();
  build(folder, { "Dialog-1.js": "1" });
  rmSync(path.join(folder, "web/.vite/builds.json"));
  expect(readdirSync(build(folder, { "Dialog-2.js": "2" })).sort()).toEqual(["Dialog-1.js", "Dialog-2.js"]);
});

it("says which files are the latest build's own", () => {
  const folder = makeFolder();
  build(folder, { "Dialog-1.js": "1" });
  build(folder, { "Dialog-2.js": "2" });
  const builds: unknown = JSON.parse(readFileSync(path.join(folder, "web/.vite/builds.json"), "utf8"));
  expect(builds).toEqual([["Dialog-2.js"], ["Dialog-1.js"]]);
});
