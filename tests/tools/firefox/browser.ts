import { existsSync } from "node:fs";
import path from "node:path";
import type { LaunchOptions } from "playwright";
import { appRoot } from "#server/root.ts";
import { installPackage } from "../../support/browser.ts";

const systemBrowsers = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The message when no Firefox is available. */
export const noFirefox = "no Firefox is there: install one (Debian's firefox-esr), or name it in FIREFOX_PATH";

const preferences = {
  // A fake camera that needs no permission.
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  // Light colours on every machine.
  "layout.css.prefers-color-scheme.content-override": 1,
  // Overlay scrollbars, as on a phone.
  "ui.useOverlayScrollbars": 1,
  // Disables the back-forward cache: a page restored from it sends no events to its driver.
  "browser.sessionhistory.max_total_viewers": 0,
};

/** Path of a released Firefox: FIREFOX_PATH, or the system's. Playwright's own build differs from it. */
export function findFirefox(): string | undefined {
  const named = process.env["FIREFOX_PATH"];
  if (named) return existsSync(named) ? named : undefined;
  return systemBrowsers.find((file) => existsSync(file));
}

/** Like findFirefox, but tries a quick installation. Tests skip Firefox if that fails. */
export function ensureFirefox(): string | undefined {
  const found = findFirefox();
  if (found || process.env["FIREFOX_PATH"]) return found;
  console.error("No Firefox found: installing one …");
  installPackage("firefox-esr", 120_000);
  return findFirefox();
}

/**
 * Launch options of the Firefox for tests, driven over WebDriver BiDi through relay.mjs. Throws when none is installed.
 */
export function firefoxLaunch(): LaunchOptions {
  const found = findFirefox();
  if (!found) throw new Error(noFirefox);
  return {
    channel: "moz-firefox",
    executablePath: path.join(appRoot, "tests/tools/firefox/relay.mjs"),
    // Without the launch arguments of the test runner's own browser.
    args: [],
    env: { ...process.env, FIREFOX_PATH: found },
    firefoxUserPrefs: preferences,
  };
}
