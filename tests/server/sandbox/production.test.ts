import { afterEach, expect, test } from "vitest";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { buildProxyApp } from "#server/proxy-app.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { emptyConfig } from "../empty-config.ts";

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const endpoints = Object.values(sandboxEndpoints);
const isMounted = ({ method, path: url }: { method: string; path: string }) => app!.server.hasRoute({ method, url });
const isPayment = ({ path }: { path: string }) => path.startsWith("/sandbox/pay/");

test("mounts every route of the sandbox outside production", async () => {
  app = await startTestApp();
  expect(endpoints.length).toBeGreaterThan(12);
  expect(endpoints.filter((endpoint) => !isMounted(endpoint))).toEqual([]);
});

test("mounts only payment pages when a sandbox runs in production", async () => {
  app = await startTestApp({ settings: { production: true } });
  expect(endpoints.filter(isMounted)).toEqual(endpoints.filter(isPayment));
  for (const url of ["/sandbox/outbox", "/sandbox/clock"]) expect((await app.call("GET", url)).statusCode).toBe(404);
  const body = { mobile: "+919812345670", advanceSeconds: 60 };
  for (const url of ["/sandbox/session", "/sandbox/clock"])
    expect((await app.call("POST", url, { body })).statusCode).toBe(404);
  expect((await app.call("GET", "/openapi.json")).body).not.toContain("/sandbox/");
});

test("mounts nothing below /sandbox without sandbox mode", async () => {
  app = await startTestApp({ settings: { sandbox: false } });
  expect(endpoints.filter(isMounted)).toEqual([]);
});

test("passes no call of the sandbox on to another wallet in production", async () => {
  app = await startTestApp();
  const settings = { ...app.settings, walletApiUrl: "http://127.0.0.1:9", production: true };
  const proxy = await buildProxyApp({ settings, config: emptyConfig });
  expect(endpoints.filter(({ method, path: url }) => proxy.hasRoute({ method, url }))).toEqual([]);
  await proxy.close();
});
