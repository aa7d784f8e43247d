import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tryPatterns } from "#server/config/patterns/check-patterns.ts";
import { appRoot } from "#server/root.ts";
import { redosPatterns } from "./redos-patterns.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-patterns-"));
const options = {
  workerFile: path.join(folder, "patterns.worker.mjs"),
  limits: { cpuMs: 60_000, elapsedMs: 60_000 },
};
beforeAll(() =>
  esbuild.build({
    absWorkingDir: appRoot,
    entryPoints: ["server/config/patterns/patterns.worker.ts"],
    outfile: options.workerFile,
    bundle: true,
    format: "esm",
    platform: "node",
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const toUses = (patterns: readonly string[], maxLength: number) => patterns.map((pattern) => ({ pattern, maxLength }));

it("tries patterns in a worker while this thread keeps serving", async () => {
  let beats = 0;
  const beating = setInterval(() => (beats += 1), 10);
  // Each takes a second of CPU time. try-pattern.test.ts covers the results.
  const some = redosPatterns.slice(0, 2);
  const faults = await tryPatterns(toUses(["^[a-z]+$", ...some, "^[0-9]{6}$"], 999), options);
  clearInterval(beating);
  expect(faults.map((fault) => fault?.code)).toEqual([undefined, ...some.map(() => "pattern/slow"), undefined]);
  // In this thread there would be one beat at most; a busy machine gives fewer than 200.
  expect(beats).toBeGreaterThan(5);
});

it("does not try a pattern again", async () => {
  const uses = toUses(["^(b+)+$", "^b+$"], 998);
  const first = await tryPatterns(uses, options);
  const broken = path.join(folder, "broken.mjs");
  writeFileSync(broken, "throw new Error('must not run');");
  const again = await tryPatterns(uses, { ...options, workerFile: broken });
  expect(first.map((fault) => fault?.code)).toEqual(["pattern/slow", undefined]);
  expect(again).toEqual(first);
});

it.each([
  ["never answers", "while (true);"],
  ["fails", "throw new Error('out of memory');"],
])("refuses patterns in time when the worker %s, and tries them again", async (_name, code) => {
  const workerFile = path.join(folder, `${code.length}.mjs`);
  writeFileSync(workerFile, code);
  const uses = toUses(["^c+$"], 900 + code.length);
  const [fault] = await tryPatterns(uses, { workerFile, limits: { cpuMs: 300, elapsedMs: 300 } });
  expect(fault).toMatchObject({ code: "pattern/untested" });
  expect(await tryPatterns(uses, options)).toEqual([undefined]);
});
