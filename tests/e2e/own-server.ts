import { test as base } from "playwright/test";
import { startServer, type RunningServer } from "../replay/server.ts";

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

export { expect } from "playwright/test";
