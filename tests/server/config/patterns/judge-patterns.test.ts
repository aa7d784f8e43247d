import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { judgePatterns } from "#server/config/patterns/judge-patterns.ts";
import { appRoot } from "#server/root.ts";
import { runaways } from "./runaways.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-patterns-"));
const place = {
  workerFile: path.join(folder, "patterns.worker.mjs"),
  limits: { processorMs: 60_000, clockMs: 60_000 },
};
beforeAll(() =>
  esbuild.build({
    absWorkingDir: appRoot,
    entryPoints: ["server/config/patterns/patterns.worker.ts"],
    outfile: place.workerFile,
    bundle: true,
    format: "esm",
    platform: "node",
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const toUses = (patterns: readonly string[], maxLength: number) => patterns.map((pattern) => ({ pattern, maxLength }));

it("patterns are tried in a worker, while this thread goes on serving", async () => {
  let beats = 0;
  const beating = setInterval(() => (beats += 1), 10);
  // Each takes a second of a thread to judge; what is found of each, try-pattern.test.ts tells.
  const some = runaways.slice(0, 2);
  const faults = await judgePatterns(toUses(["^[a-z]+$", ...some, "^[0-9]{6}$"], 999), place);
  clearInterval(beating);
  expect(faults.map((fault) => fault?.code)).toEqual([undefined, ...some.map(() => "pattern-slow"), undefined]);
  // Where they are tried in place there is none, or one; a loaded machine lets this thread have fewer than 200.
  expect(beats).toBeGreaterThan(5);
});

it("what was judged once is not tried again", async () => {
  const uses = toUses(["^(b+)+$", "^b+$"], 998);
  const first = await judgePatterns(uses, place);
  const broken = path.join(folder, "broken.mjs");
  writeFileSync(broken, "throw new Error('nobody asks me');");
  const again = await judgePatterns(uses, { ...place, workerFile: broken });
  expect(first.map((fault) => fault?.code)).toEqual(["pattern-slow", undefined]);
  expect(again).toEqual(first);
});

it.each([
  ["never answers", "while (true);"],
  ["breaks down", "throw new Error('out of memory');"],
])("where the worker %s patterns are refused in time, and judged the next time", async (_how, code) => {
  const workerFile = path.join(folder, `${code.length}.mjs`);
  writeFileSync(workerFile, code);
  const uses = toUses(["^c+$"], 900 + code.length);
  const [fault] = await judgePatterns(uses, { workerFile, limits: { processorMs: 300, clockMs: 300 } });
  expect(fault).toMatchObject({ code: "pattern-unjudged" });
  expect(await judgePatterns(uses, place)).toEqual([undefined]);
});
