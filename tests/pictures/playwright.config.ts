import { fileURLToPath } from "node:url";
import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "../browser.ts";

const port = (process.env["E2E_PORT"] ??= String(20_000 + (process.pid % 20_000)));
const root = fileURLToPath(new URL("../..", import.meta.url));

// Pictures of every screen, to be looked at: no part of `npm test`. They land in dist/pictures.
export default defineConfig({
  testDir: ".",
  testMatch: "pictures.spec.ts",
  outputDir: "../../dist/test-results/pictures",
  globalTeardown: "./gallery.ts",
  workers: 1,
  timeout: 120_000,
  reporter: [["line"]],
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: "chromium",
    launchOptions: chromiumLaunch(),
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
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
