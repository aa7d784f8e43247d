import { fileURLToPath } from "node:url";
import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "../browser.ts";

const port = (process.env["E2E_PORT"] ??= String(20_000 + (process.pid % 20_000)));
const root = fileURLToPath(new URL("../..", import.meta.url));

// Every screen in every situation, every control pressed, against the built server with an empty database. CRAWL_WORKERS
// says how many at once, CRAWL_RESUME=1 goes on with the last crawl: pages that it pressed are not pressed again.
export default defineConfig({
  testDir: ".",
  globalSetup: "./begin.ts",
  globalTeardown: "./end.ts",
  outputDir: "../../dist/test-results/crawl",
  workers: Number(process.env["CRAWL_WORKERS"] ?? 2),
  fullyParallel: true,
  timeout: 20 * 60_000,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"], ["json", { outputFile: "../../dist/test-results/crawl.json" }]],
  use: { baseURL: `http://localhost:${port}`, browserName: "chromium", launchOptions: chromiumLaunch() },
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
