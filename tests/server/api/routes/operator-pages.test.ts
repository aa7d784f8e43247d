import { afterEach, expect, test } from "vitest";
import type { ConfigReader } from "#server/config/reader.ts";
import type { Settings } from "#server/platform/settings.ts";
import { emptyConfig } from "../../empty-config.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { buildProxyApp } from "#server/proxy-app.ts";

const pages = ["/docs", "/openapi.json", "/config/status"];
const token = "metrics-token-of-an-operator";
let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});
const status = () => ({ release: "empty", checkedAt: "now", ok: true, issues: [] });
const start = async (settings: Partial<Settings>) =>
  (app = await startTestApp({ config: { ...emptyConfig, status } as ConfigReader, settings }));
const statuses = async (headers: Record<string, string> = {}) =>
  Promise.all(pages.map(async (page) => (await app!.call("GET", page, { headers })).statusCode));

test("shows the pages for operators to everybody in the sandbox", async () => {
  await start({});
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("answers 404 when they are closed, except to those who may read metrics", async () => {
  await start({ operatorPages: "closed", metrics: { token, from: ["192.0.2.7"] } });
  expect(await statuses()).toEqual([404, 404, 404]);
  expect(await statuses({ authorization: "Bearer another" })).toEqual([404, 404, 404]);
  expect(await statuses({ authorization: `Bearer ${token}` })).toEqual([200, 200, 200]);
  const inject = { method: "GET", url: "/docs", remoteAddress: "192.0.2.7" } as const;
  expect((await app!.server.inject(inject)).statusCode).toBe(200);
  expect((await app!.server.inject({ ...inject, method: "HEAD", remoteAddress: "192.0.2.8" })).statusCode).toBe(404);
  for (const open of ["/health", "/config/manifest"]) expect((await app!.call("GET", open)).statusCode).not.toBe(403);
  expect((await app!.call("GET", "/health")).statusCode).toBe(200);
});

test("closes them for everybody when no one may read metrics, also in front of another wallet", async () => {
  await start({ operatorPages: "closed" });
  expect(await statuses({ authorization: `Bearer ${token}` })).toEqual([404, 404, 404]);
  const settings = { ...app!.settings, sandbox: false, walletApiUrl: "http://127.0.0.1:9" };
  const proxy = await buildProxyApp({ settings, config: emptyConfig });
  expect((await proxy.inject("/docs")).statusCode).toBe(404);
  expect((await proxy.inject("/health")).statusCode).toBe(200);
  await proxy.close();
});

test("reports in health what the installation works without", async () => {
  await start({ sandbox: false });
  const embedded = app!.services.store.kind === "embedded" ? ["fsync"] : [];
  const { missing } = (await app!.call("GET", "/health")).json<{ missing: string[] }>();
  expect(missing).toEqual(["scanner", ...embedded, "provider", "ekyc", "directory"]);
});
