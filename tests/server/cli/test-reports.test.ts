import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { appRoot } from "#server/root.ts";

const reports = (await import(path.join(appRoot, "server/cli/test-reports.mjs"))) as Record<
  "readVitest" | "readPlaywright",
  (report: unknown) => { passed: number; failed: number; why: string[]; unstable?: string[] }
>;

// Both runners search below the root; the reports stay separate.
const folder = path.join(appRoot, "dist/test-reports");
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a test runner over given files and returns its report. */
function run(files: Record<string, string>, ...command: string[]): unknown {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const report = path.join(folder, "report.json");
  spawnSync(process.execPath, command, { cwd: folder, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  return JSON.parse(readFileSync(report, "utf8"));
}

test("reports failed unit tests with reasons, and files that did not run", () => {
  const report = run(
    {
      "one.test.mjs": `import { expect, test } from "vitest";
        test("a sum is right", () => expect(1 + 1).toBe(2));
        test("a sum is wrong", () => expect(1 + 1).toBe(3));`,
      "two.test.mjs": `throw new Error("no such thing");`,
    },
    path.join(appRoot, "node_modules/vitest/vitest.mjs"),
    "run",
    "--root",
    folder,
    "--reporter=json",
    "--outputFile",
    path.join(folder, "report.json"),
  );
  const { passed, failed, why } = reports.readVitest(report);
  expect([passed, failed]).toEqual([1, 2]);
  expect(why.toSorted().map((text) => text.split("\n").slice(0, 2))).toEqual([
    [
      "  ✗ dist/test-reports/one.test.mjs › a sum is wrong",
      expect.stringMatching(/AssertionError: expected 2 to be 3/) as string,
    ],
    ["  ✗ dist/test-reports/two.test.mjs › the file did not run", expect.stringMatching(/no such thing/) as string],
  ]);
});

test("reports a failed browser test once, and lists one that passed at the second try", () => {
  const report = run(
    {
      "one.spec.mjs": `import { expect, test } from "playwright/test";
        test("a page opens", () => undefined);
        test("a page opens late", ({}, { retry }) => expect(retry).toBe(1));
        test.describe("inner", () => test("a page is missing", () => expect("missing").toBe("there")));`,
    },
    path.join(appRoot, "node_modules/playwright/cli.js"),
    "test",
    "one.spec",
    "--reporter=json",
    "--retries=1",
    "--output=results",
  );
  const { passed, failed, why, unstable } = reports.readPlaywright(report);
  expect([passed, failed]).toEqual([2, 1]);
  expect(why.map((text) => text.split("\n")[0])).toEqual(["  ✗ one.spec.mjs › a page is missing"]);
  expect(why[0]).toMatch(/Expected: "there"/);
  expect(unstable?.map((text) => text.split("\n")[0])).toEqual(["  ✗ one.spec.mjs › a page opens late"]);
});
