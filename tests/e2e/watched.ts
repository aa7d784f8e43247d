import type { BrowserContext } from "playwright/test";
import { expect, test as base } from "./own-server.ts";

/** What a page must never do while a test looks. */
export interface Watch {
  /** Messages so far; a test that provokes one takes it out. */
  readonly faults: string[];
  /** Watches the pages of one more context. */
  add(context: BrowserContext): Promise<void>;
}

/** Chromium reports each answer of 4xx as an error of the console; whether it was due, the test itself says. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** `test` that fails on a violation of the Content-Security-Policy, an uncaught error, or an error in the console. */
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
