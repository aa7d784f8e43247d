import { defineConfig } from "playwright/test";
import { cameraArgs, chromiumLaunch } from "./support/browser.ts";

const launch = chromiumLaunch();
const patienceMs = 120_000;
/** A page lives for seconds, so mid-tier optimization costs more than it saves. */
const shortLived = ["--js-flags=--no-maglev"];

// Browser tests on a phone-sized screen unless a test sets another. They use the built server with an empty database.
// Each worker has its own server (e2e/own-server.ts), because tests move the clock and read the outbox.
export default defineConfig({
  testDir: "e2e",
  outputDir: "../dist/test-results/e2e",
  workers: 4,
  // CI repeats a failed test once, and `npm test` lists it as unstable. Elsewhere a failure is a failure.
  retries: process.env["CI"] ? 1 : 0,
  // Leaves room for a loaded machine. Each single wait fails after two minutes.
  timeout: 900_000,
  expect: { timeout: patienceMs },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"], ["json", { outputFile: "../dist/test-results/e2e.json" }]],
  use: {
    browserName: "chromium",
    // The same for all files: different options would start another worker, browser and server.
    launchOptions: { ...launch, args: [...launch.args, ...cameraArgs, ...shortLived] },
    viewport: { width: 390, height: 844 },
    // Skips animations, which redraw 60 times a second. Tests of animations switch them on.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    actionTimeout: patienceMs,
    navigationTimeout: patienceMs,
    trace: "off",
    screenshot: "only-on-failure",
  },
});
