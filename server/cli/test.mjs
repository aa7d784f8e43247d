// `npm test`: runs every stage, also after a failed one. The last line counts all tests.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build, checkMachine, install, root, run } from "./prepare.mjs";
import { readPlaywright, readVitest } from "./test-reports.mjs";

const results = path.join(root, "dist/test-results");
/** Snapshots of each fixture without a browser; the browser's replay is compared with them. */
const snapshots = path.join(results, "replay/seen");
/** The least share of the definitions' features that fixtures must use, in percent. */
const minCoverage = 88;
/** The number of output lines that explain a failed stage without a report. */
const lastLines = 40;
const bin = (name) => path.join(root, "node_modules", name);

checkMachine();
await install();
await build();
rmSync(results, { recursive: true, force: true });
// The code that reads documents may have changed, so they are read again once.
rmSync(path.join(root, "dist/test-readings"), { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** A PostgreSQL of this run, if the machine has one. Browser tests use the embedded database, so a run covers both. */
const postgres = process.env.DATABASE_URL ? undefined : await startScript("tests/support/start-postgres.ts");

// A missing browser is installed in parallel with the earlier stages.
const browsers = findBrowsers();

/** A stage counts as one check, or as the tests of its report. */
const stages = [
  { name: "types", args: [bin("typescript/bin/tsc"), "-p", "tsconfig.json"] },
  { name: "types of engine, without DOM and Node", args: [bin("typescript/bin/tsc"), "-p", "engine/tsconfig.json"] },
  { name: "format", args: [bin("oxfmt/bin/oxfmt"), "--check"] },
  { name: "lint and layers", args: [bin("oxlint/bin/oxlint"), "--deny-warnings"] },
  { name: "documents", args: ["dist/server/cli/check.js"] },
  {
    name: "unit and API",
    args: [
      bin("vitest/vitest.mjs"),
      "run",
      "--config",
      "tests/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${results}/unit.json`,
    ],
    env: nameDatabase,
    read: () => readVitest(readReport("unit.json")),
  },
  {
    name: "fixtures, without a browser",
    args: ["server/cli/replay.mjs", "--headless", "--seen", snapshots, "--least", String(minCoverage)],
    env: nameDatabase,
  },
  {
    name: "browser",
    args: [bin("playwright/cli.js"), "test", "--config", "tests/playwright.config.ts"],
    env: () => browsers,
    read: () => readPlaywright(readReport("e2e.json")),
  },
];

const total = { passed: 0, failed: 0 };
const failures = [];
for (const stage of stages) {
  const started = Date.now();
  console.log(`\n── ${stage.name}`);
  let output = "";
  const onOutput = (text) => (output = (output + text).split("\n").slice(-lastLines).join("\n"));
  const env = { ...process.env, ...(await stage.env?.()) };
  const code = await run(process.execPath, stage.args, { env, ...(!stage.read && { onOutput }) });
  const { passed, failed, why = [output.trimEnd()], unstable = [] } = toCounts(code, stage.read?.());
  total.passed += passed;
  total.failed += failed;
  if (unstable.length > 0) failures.push([`Failed once, then passed: ${stage.name}`, ...unstable].join("\n"));
  if (failed > 0) failures.push([`Failed: ${stage.name}`, ...why].join("\n"));
  console.log(`── ${stage.name}: ${failed > 0 ? "FAILED" : "ok"} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
postgres?.end();
// Failures come last, because readers look at the end of thousands of lines.
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** A stage with a bad exit code has failed, even if its report is missing or counts no failure. */
function toCounts(code, counts) {
  if (!counts) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return code === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

function readReport(name) {
  const file = path.join(results, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function nameDatabase() {
  return postgres?.line ? { DATABASE_URL: postgres.line } : {};
}

/** Environment for the browser stage. Without a Chromium the stage runs, and fails with the reason. */
async function findBrowsers() {
  const { line: chromium } = await startScript("tests/support/install-chromium.ts");
  const { line: firefox } = await startScript("tests/tools/firefox/install.ts");
  return {
    SEEN_HEADLESS: snapshots,
    ...(chromium && { CHROMIUM_PATH: chromium }),
    ...(firefox && { FIREFOX_PATH: firefox }),
  };
}

/**
 * Starts a script and resolves with its first line; empty when it ends without one. A script that goes on ends with its
 * standard input.
 */
function startScript(script) {
  const child = spawn(process.execPath, ["--import", "tsx", script], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const end = () => child.stdin.end();
  return new Promise((resolve) => {
    child.stdout.once("data", (text) => resolve({ line: String(text).trim(), end }));
    child.once("close", () => resolve({ line: "", end }));
  });
}
