// `npm test`: every stage runs even when one before it failed; the last line counts them all.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build, checkMachine, install, root, run } from "./prepare.mjs";
import { readPlaywright, readVitest } from "./test-reports.mjs";

const results = path.join(root, "dist/test-results");
/** What is perceived of each fixture without a browser; the browser's stories are compared with it. */
const seen = path.join(results, "replay/seen");
/** How much of what the documents offer the fixtures must try at least, in percent. */
const triedAtLeast = 95;
/** So many of the last lines of a stage without a report say why it failed. */
const lastLines = 40;
const bin = (name) => path.join(root, "node_modules", name);

checkMachine();
await install();
await build();
rmSync(results, { recursive: true, force: true });
// Papers are read anew, once: what reads them may be another.
rmSync(path.join(root, "dist/test-readings"), { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** A PostgreSQL of the run's own where this machine has one. In the browser the embedded database serves, so a run tries both. */
const postgres = process.env.DATABASE_URL ? undefined : await begin("tests/begin-postgres.ts");

// Where they have to be installed first, that goes on beside the stages before theirs.
const browsers = findBrowsers();

/** A stage is one check, or as many as its report counts. */
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
    args: ["server/cli/replay.mjs", "--headless", "--seen", seen, "--least", String(triedAtLeast)],
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
const ends = [];
for (const stage of stages) {
  const started = Date.now();
  console.log(`\n── ${stage.name}`);
  let said = "";
  const hear = (text) => (said = (said + text).split("\n").slice(-lastLines).join("\n"));
  const env = { ...process.env, ...(await stage.env?.()) };
  const code = await run(process.execPath, stage.args, { env, ...(!stage.read && { hear }) });
  const { passed, failed, why = [said.trimEnd()] } = toCounts(code, stage.read?.());
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) ends.push([`Failed: ${stage.name}`, ...why].join("\n"));
  console.log(`── ${stage.name}: ${failed > 0 ? "FAILED" : "ok"} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
postgres?.end();
// Of a run of thousands of lines the last ones are read: they say what failed, and why.
for (const end of ends) console.log(`\n${end}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** A stage that ends badly has failed even when its report is missing or counts no failure. */
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

/** Names the browsers and what the fixtures left for them; without a Chromium the stage goes on, and fails with the reason. */
async function findBrowsers() {
  const { line: chromium } = await begin("tests/install-chromium.ts");
  const { line: firefox } = await begin("tests/firefox/install.ts");
  return {
    SEEN_HEADLESS: seen,
    ...(chromium && { CHROMIUM_PATH: chromium }),
    ...(firefox && { FIREFOX_PATH: firefox }),
  };
}

/** Starts a script; → the line that it prints, empty where it ends without one. What goes on then ends when its input does, so also with us. */
function begin(script) {
  const child = spawn(process.execPath, ["--import", "tsx", script], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const end = () => child.stdin.end();
  return new Promise((resolve) => {
    child.stdout.once("data", (text) => resolve({ line: String(text).trim(), end }));
    child.once("close", () => resolve({ line: "", end }));
  });
}
