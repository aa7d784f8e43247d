import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { firefox, type Browser, type BrowserContextOptions } from "playwright";
import { appRoot } from "#server/root.ts";
import { devicePlace } from "../replay/camera.ts";

const systemBrowsers = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** What a person is told where there is none. */
export const noFirefox = "no Firefox: install one (Debian's firefox-esr), or name it in FIREFOX_PATH";

/** How this browser is set: a camera that shows a picture of its own making and asks nobody, and light colours. */
const preferences = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "layout.css.prefers-color-scheme.content-override": 1,
  // Its driver waits for a page to load, which one out of the cache of pages never does.
  "browser.sessionhistory.max_total_viewers": 0,
};

/** A context in which the place may be used; the camera may be anyway. */
export const firefoxContext: BrowserContextOptions = { geolocation: devicePlace, permissions: ["geolocation"] };

/** Path of a Firefox as it is published: FIREFOX_PATH, or the system's. Playwright's own is another browser. */
export function findFirefox(): string | undefined {
  const named = process.env["FIREFOX_PATH"];
  if (named) return existsSync(named) ? named : undefined;
  return systemBrowsers.find((file) => existsSync(file));
}

/** Starts a Firefox, driven over WebDriver BiDi. Throws where there is none. */
export async function launchFirefox(): Promise<Browser> {
  const found = findFirefox();
  if (!found) throw new Error(noFirefox);
  const folder = mkdtempSync(path.join(tmpdir(), "sanad-firefox-"));
  try {
    const executablePath = writeRelay(folder, found);
    return await firefox.launch({ channel: "moz-firefox", executablePath, firefoxUserPrefs: preferences });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Playwright starts a program: this one is the relay, with the browser behind it. */
function writeRelay(folder: string, browser: string): string {
  const file = path.join(folder, "firefox");
  const words = [process.execPath, path.join(appRoot, "tests/firefox/relay.mjs"), browser];
  writeFileSync(file, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`, { mode: 0o755 });
  return file;
}
