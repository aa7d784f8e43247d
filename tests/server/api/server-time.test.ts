import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const readTime = async (url: string): Promise<number> =>
  Number((await app.server.inject({ url })).headers["x-server-time"]);

it("is in every response, also in an error, and follows the sandbox clock", async () => {
  const before = await readTime("/health");
  expect(Math.abs(before - Date.now())).toBeLessThan(30_000);
  await app.advance(86_400);
  const after = await readTime("/web-wallet/api/1.0/profile");
  expect(after - before).toBeGreaterThanOrEqual(86_399_000);
  expect(after - before).toBeLessThan(86_460_000);
});
