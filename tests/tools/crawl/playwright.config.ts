import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "../../support/browser.ts";

// Every screen in every situation, every control pressed, against the built server with an empty database.
// CRAWL_WORKERS sets the number of workers. CRAWL_RESUME=1 resumes the last crawl and skips pages that it pressed.
export default defineConfig({
  testDir: ".",
  globalSetup: "./begin.ts",
  globalTeardown: "./end.ts",
  outputDir: "../../../dist/test-results/crawl",
  workers: Number(process.env["CRAWL_WORKERS"] ?? 2),
  fullyParallel: true,
  timeout: 20 * 60_000,
  reporter: [["list"], ["json", { outputFile: "../../../dist/test-results/crawl.json" }]],
  use: { browserName: "chromium", launchOptions: chromiumLaunch() },
});
