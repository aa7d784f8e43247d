import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { startProxy, type ProxyTestApp } from "../../start-proxy.ts";

const origin = "https://wallet.example";
let app: TestApp;
let front: ProxyTestApp;

beforeAll(async () => {
  const config = await definitionsConfig();
  app = await startTestApp({ config });
  front = await startProxy(app, { config });
});
afterAll(async () => {
  await front?.closeProxy();
  await app?.close();
});

/** The preflight of a browser before a call with bearer token or JSON (Fetch, 4.8). */
const askLeave = (server: TestApp, method: string, path: string) =>
  server.call("OPTIONS", path, {
    headers: {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type",
    },
  });

const calls = [
  ["POST", "/credentials/issuer/credential"],
  ["POST", "/credentials/issuer/token"],
  ["POST", "/credentials/issuer/nonce"],
  ["POST", "/credentials/responses/abc"],
  ["GET", "/credentials/offers/abc"],
  ["GET", "/credentials/requests/abc"],
  ["GET", "/credentials/status/0"],
  ["GET", "/credentials/types/harbour/bgv-degree"],
  ["GET", "/credentials/logos/harbour"],
  ["GET", "/.well-known/openid-credential-issuer"],
  ["GET", "/.well-known/oauth-authorization-server"],
  ["GET", "/.well-known/jwt-vc-issuer"],
  ["GET", "/.well-known/did.json"],
] as const;

describe.each([
  ["directly", () => app],
  ["through a proxy", () => front],
] as const)("a foreign wallet in a browser, %s", (_, server) => {
  test.each(calls)("allows the call %s %s", async (method, path) => {
    const leave = await askLeave(server(), method, path);
    expect(leave.statusCode).toBe(204);
    expect(leave.body).toBe("");
    expect(leave.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": method,
      "access-control-allow-headers": "authorization, content-type",
    });
    expect(leave.headers).not.toHaveProperty("access-control-allow-credentials");
    const answer = await server().call(method, path, { headers: { origin } });
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  test("exposes the reason of a rejection", async () => {
    const refused = await server().call("POST", "/credentials/issuer/credential", {
      token: "spent",
      body: {},
      headers: { origin },
    });
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ error: "invalid_token" });
    expect(refused.headers["access-control-allow-origin"]).toBe("*");
    expect(refused.headers["www-authenticate"]).toContain('error="invalid_token"');
    expect(refused.headers["access-control-expose-headers"]).toContain("www-authenticate");
  });

  test("allows no call of the candidate's API", async () => {
    const path = "/web-wallet/api/1.0/credentials";
    const leave = await askLeave(server(), "GET", path);
    expect(leave.statusCode).toBe(404);
    expect(leave.headers).not.toHaveProperty("access-control-allow-origin");
    const answer = await server().call("GET", path, { headers: { origin } });
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });
});
