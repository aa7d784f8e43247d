import { test as base, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright/test";
import { startServer, type RunningServer } from "../tools/replay/server.ts";

/** Phone numbers, the usual name in tests, and email addresses. */
const ofPeople = /\+\d{10,}|\bAsha\b|[\w.]+@[\w.]+\.\w/;

/**
 * `test` with a server per worker on an empty database, because tests change the clock and read the outbox. Fails if
 * the server's debug log contains personal data.
 */
export const test = base.extend<{ baseURL: string }, { server: RunningServer }>({
  server: [
    async ({ playwright: _playwright }, provide) => {
      const server = await startServer({ LOG_LEVEL: "trace" });
      await provide(server);
      await server.stop();
      const told = server
        .output()
        .split("\n")
        .filter((line) => ofPeople.test(line));
      if (told.length > 0) throw new Error(`The server's log says who came:\n${told.slice(0, 5).join("\n")}`);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, provide) => provide(server.baseUrl),
});

/**
 * Starts something once for all tests of a file, on first use, and ends it after the last, such as a server with its
 * own definitions. A worker-scoped fixture would cost another worker, browser and server.
 */
export function startOnce<T>(begin: () => Promise<T>, end: (started: T) => Promise<unknown>): () => Promise<T> {
  let started: Promise<T> | undefined;
  test.afterAll(async () => {
    if (started) await end(await started);
    started = undefined;
  });
  return () => (started ??= begin());
}

/**
 * Fixtures for a file that needs a different browser, launched once for all its tests. Launch options in `test.use`
 * would cost another worker, browser and server.
 */
export function inOwnBrowser(launch: () => Promise<Browser>, options: BrowserContextOptions = {}) {
  const browser = startOnce(launch, (started) => started.close());
  return {
    context: async (
      { playwright: _playwright }: object & { playwright: unknown },
      provide: (one: BrowserContext) => Promise<void>,
    ) => {
      const context = await (await browser()).newContext(options);
      await provide(context);
      await context.close();
    },
  };
}

export { expect } from "playwright/test";
