import { test as base, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright/test";
import { startServer, type RunningServer } from "../tools/replay/server.ts";

/** Whole numbers, the name that nearly everybody has here, addresses of mail. */
const ofPeople = /\+\d{10,}|\bAsha\b|[\w.]+@[\w.]+\.\w/;

/** `test` against a server of the worker's own, with an empty database: workers do not share a clock or an outbox. What it logs, at its most talkative, names nobody. */
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
 * What a file begins once for all its tests, when the first asks for it, and ends after the last: a server with documents of
 * its own, say, at which its `baseURL` points. A worker-scoped fixture would cost a worker, a browser and a server more.
 */
export function beginOnce<T>(begin: () => Promise<T>, end: (begun: T) => Promise<unknown>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  test.afterAll(async () => {
    if (begun) await end(await begun);
    begun = undefined;
  });
  return () => (begun ??= begin());
}

/**
 * Fixtures for a file that needs another browser than the worker's, begun once for all its tests. Launch options of its own
 * (`test.use`) would cost a worker, a browser and a server more.
 */
export function inOwnBrowser(launch: () => Promise<Browser>, options: BrowserContextOptions = {}) {
  const browser = beginOnce(launch, (begun) => begun.close());
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
