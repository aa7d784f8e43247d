import path from "node:path";
import { build } from "esbuild";
import { firefox } from "playwright";
import { appRoot } from "#server/root.ts";
import { firefoxLaunch } from "../firefox/browser.ts";
import type { BrowserAdapter } from "./chromium-adapter.ts";
import { devicePosition } from "./camera.ts";
import { toPageObservation, type PageNode } from "./observation.ts";
import { stepTimeoutMs } from "./run.ts";

/** Firefox. It does not report the focus. */
export const firefoxAdapter: BrowserAdapter = {
  launch: () => firefox.launch(firefoxLaunch()),
  context: { geolocation: devicePosition, permissions: ["geolocation"] },
  prepare: async (page) => {
    await page.addInitScript({ content: await toScript() });
  },
  addAuthenticator: () => Promise.reject(new Error("WebDriver BiDi has no virtual authenticator")),
  // WebDriver BiDi has no accessibility tree, so a script reads the page.
  observe: async (page) =>
    toPageObservation(
      page,
      await page.evaluate(() => (globalThis as { replayThings?: () => PageNode[] }).replayThings?.() ?? []),
    ),
  // Playwright would set the value without a React event here. So this presses keys, once: late keys of a timed-out
  // attempt would repeat.
  fill: async (box, text, timeout) => {
    await box.clear({ timeout });
    await box.pressSequentially(text, { timeout: stepTimeoutMs });
  },
};

let script: Promise<string> | undefined;

/** The script that runs in the page. */
const toScript = (): Promise<string> =>
  (script ??= build({
    entryPoints: [path.join(appRoot, "tests/tools/replay/page/page-nodes.ts")],
    absWorkingDir: appRoot,
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  }).then(({ outputFiles }) => outputFiles[0]!.text));
