import type { Locator, Page } from "playwright";
import { observePage, type PageObservation } from "./observation.ts";

/** What one browser's driver does otherwise than another's. */
export interface BrowserWays {
  /** What the page shows. */
  look(page: Page): Promise<PageObservation>;
  /** Writes into a box what it is to hold. */
  fill(box: Locator, text: string, timeoutMs: number): Promise<void>;
}

export const chromiumWays: BrowserWays = {
  look: observePage,
  fill: (box, text, timeout) => box.fill(text, { timeout }),
};
