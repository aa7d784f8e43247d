import { existsSync } from "node:fs";
import path from "node:path";
import type { LaunchOptions } from "playwright";
import { appRoot } from "#server/root.ts";
import { installPackage } from "../browser.ts";

const systemBrowsers = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** What a person is told where there is none. */
export const noFirefox = "no Firefox is there: install one (Debian's firefox-esr), or name it in FIREFOX_PATH";

const preferences = {
  // The camera shows a picture of its own making and asks nobody.
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  // Light colours, whatever the machine has.
  "layout.css.prefers-color-scheme.content-override": 1,
  // Scrollbars lie over the page, as on a phone.
  "ui.useOverlayScrollbars": 1,
  // A page that comes back out of memory tells its driver nothing.
  "browser.sessionhistory.max_total_viewers": 0,
};

/** Path of a Firefox as it is published: FIREFOX_PATH, or the system's. Playwright's own is another browser. */
export function findFirefox(): string | undefined {
  const named = process.env["FIREFOX_PATH"];
  if (named) return existsSync(named) ? named : undefined;
  return systemBrowsers.find((file) => existsSync(file));
}

/** As findFirefox, but installs one where that can be done soon: nothing fails without it. */
export function ensureFirefox(): string | undefined {
  const found = findFirefox();
  if (found || process.env["FIREFOX_PATH"]) return found;
  console.error("No Firefox found: installing one …");
  installPackage("firefox-esr", 120_000);
  return findFirefox();
}

/** Launch options of the Firefox that tests use, driven over WebDriver BiDi through the relay beside this file. Throws when there is none. */
export function firefoxLaunch(): LaunchOptions {
  const found = findFirefox();
  if (!found) throw new Error(noFirefox);
  return {
    channel: "moz-firefox",
    executablePath: path.join(appRoot, "tests/firefox/relay.mjs"),
    // Not those of the test runner's own browser.
    args: [],
    env: { ...process.env, FIREFOX_PATH: found },
    firefoxUserPrefs: preferences,
  };
}
