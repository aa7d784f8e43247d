import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findIncomplete, readCredentials } from "#server/checkout/providers/drivers.ts";
import { callProvider, ProviderRefusal } from "#server/checkout/providers/http.ts";
import { loadSettings } from "#server/platform/settings.ts";

describe("callProvider", () => {
  let server: Server;
  let base = "";
  beforeAll(async () => {
    server = createServer((sent, answer) => {
      const status = Number(sent.url?.slice(1));
      answer
        .writeHead(status, { "content-type": "application/json", ...(status === 302 && { location: "/200" }) })
        .end(`{"status":${status}}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("throws ProviderRefusal for 4xx, and `unavailable` for errors and redirects", async () => {
    expect(await callProvider({ method: "GET", url: `${base}/200` })).toEqual({ status: 200 });
    await expect(callProvider({ method: "POST", url: `${base}/400`, json: {} })).rejects.toBeInstanceOf(
      ProviderRefusal,
    );
    for (const status of [302, 429, 500, 503])
      await expect(callProvider({ method: "GET", url: `${base}/${status}` })).rejects.toMatchObject({
        kind: "unavailable",
      });
    await expect(callProvider({ method: "GET", url: "http://127.0.0.1:1/" })).rejects.toMatchObject({
      kind: "unavailable",
    });
  });
});

test("stops the start and names the missing settings of a provider that is configured in part", () => {
  expect(findIncomplete({ STRIPE_SECRET_KEY: "x" })).toEqual(["STRIPE_WEBHOOK_SECRET", "STRIPE_PUBLISHABLE_KEY"]);
  expect(() => loadSettings({ SANDBOX: "1", PAYPAL_CLIENT_ID: "x" }, readCredentials)).toThrow(
    "PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID",
  );
});
