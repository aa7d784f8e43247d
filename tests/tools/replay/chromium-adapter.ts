import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from "playwright";
import { cameraArgs, chromiumLaunch } from "../../support/browser.ts";
import { cameraContext } from "./camera.ts";
import { observePage, type PageObservation } from "./observation.ts";

/** A browser for fixtures, with the parts where its driver differs. */
export interface BrowserAdapter {
  launch(): Promise<Browser>;
  /** A context with access to camera and location. */
  readonly context: BrowserContextOptions;
  /** Prepares a page before its first navigation. */
  prepare(page: Page): Promise<void>;
  /** The observation of the page. */
  observe(page: Page): Promise<PageObservation>;
  /** Fills a field with text. */
  fill(box: Locator, text: string, timeoutMs: number): Promise<void>;
}

export const chromiumAdapter: BrowserAdapter = {
  launch: () => {
    const launch = chromiumLaunch();
    return chromium.launch({ ...launch, args: [...launch.args, ...cameraArgs] });
  },
  context: cameraContext,
  prepare: () => Promise.resolve(),
  observe: observePage,
  fill: (box, text, timeout) => box.fill(text, { timeout }),
};
