import path from "node:path";
import { build } from "esbuild";
import { firefox } from "playwright";
import { appRoot } from "#server/root.ts";
import { firefoxLaunch } from "../firefox/browser.ts";
import type { BrowserAdapter } from "./chromium-adapter.ts";
import { devicePosition } from "./camera.ts";
import { toPageObservation, type PageNode } from "./observation.ts";
import { stepTimeoutMs } from "./run.ts";

/** A Firefox. What has the focus is not told of it. */
export const firefoxAdapter: BrowserAdapter = {
  launch: () => firefox.launch(firefoxLaunch()),
  context: { geolocation: devicePosition, permissions: ["geolocation"] },
  prepare: async (page) => {
    await page.addInitScript({ content: await toScript() });
  },
  // Nobody gives the accessibility tree over WebDriver BiDi: the page reads itself.
  look: async (page) =>
    toPageObservation(
      page,
      await page.evaluate(() => (globalThis as { replayThings?: () => PageNode[] }).replayThings?.() ?? []),
    ),
  // Playwright would set the value here, which React does not hear: keys are pressed, as a person would. And once: a key
  // of what is given up may come late.
  fill: async (box, text, timeout) => {
    await box.clear({ timeout });
    await box.pressSequentially(text, { timeout: stepTimeoutMs });
  },
};

let script: Promise<string> | undefined;

/** What runs in the page, as one script. */
const toScript = (): Promise<string> =>
  (script ??= build({
    entryPoints: [path.join(appRoot, "tests/tools/replay/page/page-nodes.ts")],
    absWorkingDir: appRoot,
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  }).then(({ outputFiles }) => outputFiles[0]!.text));
