import { defineConfig } from "playwright/test";
import { cameraArgs, chromiumLaunch } from "./browser.ts";

const launch = chromiumLaunch();
const patienceMs = 120_000;
/** A page lives for seconds: code that is optimized halfway costs it more than it gives. A twentieth of what Chromium takes. */
const shortLived = ["--js-flags=--no-maglev"];

// Browser tests, on a phone-sized screen unless a test says otherwise, against the built server with an empty database.
// Each worker has a server of its own (e2e/own-server.ts): tests move the clock and read the outbox.
export default defineConfig({
  testDir: "e2e",
  outputDir: "../dist/test-results/e2e",
  workers: 4,
  // Nothing is repeated to pass, on a CI machine either: a test waits for what it needs.
  retries: 0,
  // A loaded machine is waited for, at each thing that is waited for: what never comes fails after two minutes, wherever that is.
  timeout: 900_000,
  expect: { timeout: patienceMs },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"], ["json", { outputFile: "../dist/test-results/e2e.json" }]],
  use: {
    browserName: "chromium",
    // The same for all files: another would need a worker, a browser and a server of its own.
    launchOptions: { ...launch, args: [...launch.args, ...cameraArgs, ...shortLived] },
    viewport: { width: 390, height: 844 },
    // As for whoever asks for it: what moves is drawn some sixty times a second. The stories (journey.spec.ts), and tests of what moves, ask for motion.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    actionTimeout: patienceMs,
    navigationTimeout: patienceMs,
    trace: "off",
    screenshot: "only-on-failure",
  },
});
