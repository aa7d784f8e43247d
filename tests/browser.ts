import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** Chromium without windows of its own: where the whole one draws a bar of tools for each page, this one draws the page. */
const shells = ["/usr/bin/chromium-headless-shell"];
const systemBrowsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** What the browser must not do by itself, so that a measured or counted request is the page's own. */
const args = [
  "--no-sandbox", // Chromium refuses to run as root with it
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Launch arguments of a Chromium whose camera shows a picture of its own making and asks nobody. */
export const cameraArgs = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** Launch options of the Chromium that every browser test uses. Throws when there is none. */
export function chromiumLaunch(): { executablePath: string; args: string[] } {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(noBrowser);
  return { executablePath, args: [...args] };
}

/** Path of a Chromium: CHROMIUM_PATH, the system's without windows, Playwright's own, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return existsSync(named) ? named : undefined;
  return [...shells, chromium.executablePath(), ...systemBrowsers].find((file) => file !== "" && existsSync(file));
}

/** As findChromium, but installs one where that can be done: by apt on Debian as root, else Playwright's own. */
export function ensureChromium(): string | undefined {
  const found = findChromium();
  if (found || process.env["CHROMIUM_PATH"]) return found;
  console.error("No Chromium found: installing one …");
  if (!installPackage(`chromium-headless-shell ${fonts}`)) installPackage(`chromium ${fonts}`);
  if (!findChromium())
    attempt(process.execPath, ["node_modules/playwright/cli.js", "install", "--no-shell", "chromium"], process.env);
  return findChromium();
}

/** Installs packages by apt, without what they merely recommend, on Debian as root; → whether it did. Each of its two steps is given up after `timeoutMs`. */
export function installPackage(names: string, timeoutMs = 600_000): boolean {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return false;
  const quiet = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return ["update", `install -y --no-install-recommends ${names}`].every((step) =>
    attempt("apt-get", ["-qq", ...step.split(" ")], quiet, timeoutMs),
  );
}

/** Of the widths that pages are laid out in elsewhere too. */
const fonts = "fonts-liberation";

/** What a person is told when no browser can be had. */
export const noBrowser =
  "No Chromium: install one, or name it in CHROMIUM_PATH. The browser tests cannot run without it.";

function attempt(command: string, words: string[], env: NodeJS.ProcessEnv, timeout = 600_000): boolean {
  return spawnSync(command, words, { env, stdio: ["ignore", 2, 2], timeout }).status === 0;
}
