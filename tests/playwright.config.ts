import { fileURLToPath } from "node:url";
import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./browser.ts";

// Worker processes read this file too: they take the port from the environment that the first one wrote.
const port = (process.env["E2E_PORT"] ??= String(20_000 + (process.pid % 20_000)));
const root = fileURLToPath(new URL("..", import.meta.url));

// Browser tests, on a phone-sized screen unless a test says otherwise, against the built server with an empty database.
// One worker: the tests share the sandbox's clock and outbox.
export default defineConfig({
  testDir: "e2e",
  outputDir: "../dist/test-results/e2e",
  workers: 1,
  // A machine that stands still for seconds is no fault of the page; what fails twice is.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"], ["json", { outputFile: "../dist/test-results/e2e.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: "chromium",
    launchOptions: chromiumLaunch(),
    viewport: { width: 390, height: 844 },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
  webServer: {
    command: "node tests/serve.mjs",
    cwd: root,
    env: { PORT: port },
    url: `http://127.0.0.1:${port}/health`,
    timeout: 90_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
