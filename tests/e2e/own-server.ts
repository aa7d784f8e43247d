import { test as base } from "playwright/test";
import { startServer, type RunningServer } from "../replay/server.ts";

/** `test` against a server of the worker's own, with an empty database: workers do not share a clock or an outbox. */
export const test = base.extend<{ baseURL: string }, { server: RunningServer }>({
  server: [
    async ({ playwright: _playwright }, provide) => {
      const server = await startServer();
      await provide(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.baseUrl),
});

export { expect } from "playwright/test";
