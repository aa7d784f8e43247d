import type { BrowserContext } from "playwright/test";
import { expect, test as base } from "./own-server.ts";

/** Collects faults of a page during a test. */
export interface Watch {
  /** Faults so far. A test that provokes one removes it. */
  readonly faults: string[];
  /** Watches the pages of one more context. */
  add(context: BrowserContext): Promise<void>;
}

/** Chromium logs each 4xx answer as an error. The test itself judges whether it was due. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** `test` that fails on a violation of the Content-Security-Policy, an uncaught error, or a console error. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context }, provide) => {
      const faults: string[] = [];
      const add = async (one: BrowserContext) => {
        one.on("console", (message) => {
          if (message.type() === "error" && !refusal.test(message.text())) faults.push(`console: ${message.text()}`);
        });
        one.on("weberror", (error) => faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
        await one.addInitScript(() => {
          document.addEventListener("securitypolicyviolation", (event) =>
            console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI}`),
          );
        });
      };
      await add(context);
      await provide({ faults, add });
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
