import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "../../support/browser.ts";

// Pictures of every screen, to be looked at: no part of `npm test`. They land in dist/pictures.
export default defineConfig({
  testDir: ".",
  testMatch: "pictures.spec.ts",
  outputDir: "../../../dist/test-results/pictures",
  globalTeardown: "./gallery.ts",
  workers: 1,
  timeout: 120_000,
  reporter: [["line"]],
  use: {
    browserName: "chromium",
    launchOptions: chromiumLaunch(),
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
  },
});
