import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "../../support/browser.ts";

// Screenshots of every screen in dist/pictures, for people to look at. Not part of `npm test`.
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
