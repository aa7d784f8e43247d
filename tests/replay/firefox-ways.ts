import path from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright";
import { appRoot } from "#server/root.ts";
import type { BrowserWays } from "./browser-ways.ts";
import { toPageObservation, type Thing } from "./observation.ts";

/** Has a page tell what it shows. Called before it is led anywhere. */
export async function prepareFirefox(page: Page): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: appRoot,
    entryPoints: [path.join(appRoot, "tests/replay/page/things.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  });
  await page.addInitScript({ content: outputFiles[0]!.text });
}

/** Over WebDriver BiDi nobody gives the accessibility tree, so the document is read; what has the focus is not told. */
export const firefoxWays: BrowserWays = {
  look: async (page) =>
    toPageObservation(
      page,
      await page.evaluate(() => (globalThis as { replayThings?: () => Thing[] }).replayThings?.() ?? []),
    ),
  // Playwright sets the value here, which React does not hear: keys are pressed instead, as a person would.
  fill: async (box, text, timeout) => {
    await box.clear({ timeout });
    await box.pressSequentially(text, { timeout });
  },
};
