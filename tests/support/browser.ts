import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** Debian's headless build. It draws no browser chrome, which costs the full build a fifth of its time. */
const shells = ["/usr/bin/chromium-headless-shell"];
const systemBrowsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Switches off the browser's background requests, so that each measured or counted request comes from the page. */
const args = [
  "--no-sandbox", // Chromium refuses to run as root with its sandbox
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Launch arguments for a fake camera that needs no permission. */
export const cameraArgs = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** Launch options of the Chromium that every browser test uses. Throws when none is installed. */
export function chromiumLaunch(): { executablePath: string; args: string[] } {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(noBrowser);
  return { executablePath, args: [...args] };
}

/** Path of a Chromium: CHROMIUM_PATH, Debian's headless build, Playwright's own, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return existsSync(named) ? named : undefined;
  return [...shells, chromium.executablePath(), ...systemBrowsers].find((file) => file !== "" && existsSync(file));
}

/** Like findChromium, but installs one if it can: by apt on Debian as root, otherwise Playwright's own. */
export function ensureChromium(): string | undefined {
  const found = findChromium();
  if (found || process.env["CHROMIUM_PATH"]) return found;
  console.error("No Chromium found: installing one …");
  if (!installPackage(`chromium-headless-shell ${fonts}`)) installPackage(`chromium ${fonts}`);
  if (!findChromium())
    attempt(process.execPath, ["node_modules/playwright/cli.js", "install", "--no-shell", "chromium"], process.env);
  return findChromium();
}

/**
 * Installs packages by apt without recommended packages. Works on Debian as root only. Returns whether it succeeded.
 * Each of its two steps times out after `timeoutMs`.
 */
export function installPackage(names: string, timeoutMs = 600_000): boolean {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return false;
  const quiet = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return ["update", `install -y --no-install-recommends ${names}`].every((step) =>
    attempt("apt-get", ["-qq", ...step.split(" ")], quiet, timeoutMs),
  );
}

/** Fonts with the metrics of Arial, Times and Courier, so that pages lay out the same on every machine. */
const fonts = "fonts-liberation";

/** The message when no browser is available. */
export const noBrowser =
  "No Chromium: install one, or name it in CHROMIUM_PATH. The browser tests cannot run without it.";

function attempt(command: string, words: string[], env: NodeJS.ProcessEnv, timeout = 600_000): boolean {
  return spawnSync(command, words, { env, stdio: ["ignore", 2, 2], timeout }).status === 0;
}
