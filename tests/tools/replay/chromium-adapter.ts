import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from "playwright";
import { cameraArgs, chromiumLaunch } from "../../support/browser.ts";
import { cameraContext } from "./camera.ts";
import { observePage, type PageObservation } from "./observation.ts";

/** A browser that fixtures are played in, and what its driver does otherwise than another's. */
export interface BrowserAdapter {
  launch(): Promise<Browser>;
  /** A context in which the camera and the place may be used. */
  readonly context: BrowserContextOptions;
  /** Readies a page, before it is led anywhere. */
  prepare(page: Page): Promise<void>;
  /** What the page shows. */
  look(page: Page): Promise<PageObservation>;
  /** Writes into a box what it is to hold. */
  fill(box: Locator, text: string, timeoutMs: number): Promise<void>;
}

export const chromiumAdapter: BrowserAdapter = {
  launch: () => {
    const launch = chromiumLaunch();
    return chromium.launch({ ...launch, args: [...launch.args, ...cameraArgs] });
  },
  context: cameraContext,
  prepare: () => Promise.resolve(),
  look: observePage,
  fill: (box, text, timeout) => box.fill(text, { timeout }),
};
