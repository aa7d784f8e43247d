import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { providers } from "#server/checkout/providers/index.ts";
import { getSandboxKey } from "#server/checkout/providers/sandbox-driver.ts";
import { buildProxyApp } from "#server/proxy-app.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { emptyConfig } from "../../empty-config.ts";

const profile = "/web-wallet/api/1.0/profile";
const uploads = "/utility/api/1.0/uploads";

/** A stub wallet: answers as a test defines it and records its requests. */
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
let received: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let wallet: Server;
let front: Awaited<ReturnType<typeof buildProxyApp>>;

const toAddress = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function buildFront(walletApiUrl: string, environment: Record<string, string> = {}) {
  const settings = loadSettings(
    {
      SANDBOX: "0",
      WALLET_API_URL: walletApiUrl,
      LOG_LEVEL: "silent",
      PUBLIC_URL: "http://localhost:3000",
      ...environment,
    },
    readCredentials,
  );
  return buildProxyApp({
    settings: { ...settings, walletApiUrl: settings.walletApiUrl! },
    config: emptyConfig,
    silenceMs: 400,
  });
}

beforeAll(async () => {
  wallet = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => wallet.listen(0, "127.0.0.1", resolve));
  front = await buildFront(`${toAddress(wallet)}/behind`);
  await front.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await front?.close();
  wallet?.closeAllConnections();
  wallet?.close();
});
beforeEach(() => {
  received = [];
  answer = (_request, response) => response.setHeader("content-type", "application/json").end('{"code":0,"data":{}}');
});

describe("forwarded requests", () => {
  test("have the contract's paths and methods, below the path of the other wallet", async () => {
    await front.inject({ method: "GET", url: `/web-wallet/api/1.0/credentials?seed=%30&count=5` });
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /behind/web-wallet/api/1.0/credentials?seed=%30&count=5",
    ]);
  });

  test("have only the contract's query parameters, each once", async () => {
    const list = "/web-wallet/api/1.0/credentials";
    await front.inject({ method: "GET", url: `${list}?seed=0&debug=1&count=5&__proto__=1&admin` });
    await front.inject({ method: "GET", url: `${profile}?as=admin` });
    expect(received.map(({ url }) => url)).toEqual([`/behind${list}?seed=0&count=5`, `/behind${profile}`]);
    for (const twin of ["seed=0&seed=1", "seed=0&s%65ed=1", "debug=1&debug=2"])
      expect((await front.inject({ method: "GET", url: `${list}?${twin}` })).statusCode).toBe(400);
    expect(received).toHaveLength(2);
  });

  test.each(Object.entries(providers))("have the signature headers of %s", async (name, entry) => {
    const outcome = { orderId: "1", reference: "1", status: "Success", amountMinor: 1, currency: "INR" } as const;
    const credentials = Object.fromEntries(Object.keys(entry.variables).map((key) => [key, "secret"]));
    const signed = entry.signCallback({ ...outcome, now: new Date() }, credentials, await getSandboxKey());
    const headers = { "content-type": "application/json", ...signed.headers };
    await front.inject({ method: "POST", url: `/webhooks/payments/${name}`, headers, payload: signed.body });
    expect(received[0]?.headers).toMatchObject(signed.headers);
  });

  test.each([
    ["GET", "/web-wallet/api/1.0/admin"],
    ["DELETE", profile],
    ["GET", "/verification/web-wallet/api/1.0/transactions"],
    ["GET", "/sandbox/outbox"],
    ["GET", "/utility/api/1.0/files/..%2F..%2Fadmin"],
    ["GET", "/utility/api/1.0/files/%2e%2e"],
    ["GET", "/utility/api/1.0/files/a%2Fb"],
    ["GET", "/utility/api/1.0/files/a%5Cb"],
  ] as const)("are not %s %s", async (method, url) => {
    const { statusCode } = await front.inject({ method, url });
    expect([400, 404]).toContain(statusCode);
    expect(received).toEqual([]);
  });

  test("have the caller's token and address, but no forwarding headers that a client made up", async () => {
    await front.inject({
      method: "POST",
      url: `${profile}/login`,
      headers: {
        authorization: "Bearer a.b.c",
        "idempotency-key": "0123456789abcdef",
        "x-partner-org-id": "gce",
        "content-type": "application/json",
        cookie: "session=1",
        connection: "close, x-secret",
        "x-secret": "1",
        te: "trailers",
        "x-forwarded-for": "6.6.6.6",
        "x-forwarded-host": "evil.example",
        "x-real-ip": "6.6.6.6",
        forwarded: "for=6.6.6.6",
        "x-original-url": "/admin",
        "x-http-method-override": "DELETE",
        "x-user-id": "1",
        "transfer-coding": "x",
      },
      payload: '{ "mobile" : "1" }',
    });
    const [{ headers, body }] = received as [(typeof received)[number]];
    expect(body).toBe('{ "mobile" : "1" }');
    expect(headers).toMatchObject({
      host: toAddress(wallet).slice("http://".length),
      authorization: "Bearer a.b.c",
      "idempotency-key": "0123456789abcdef",
      "x-partner-org-id": "gce",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": "localhost:80",
      "x-forwarded-proto": "http",
      "x-request-id": expect.stringMatching(/^[\w-]{16}$/),
    });
    const dropped = ["cookie", "x-secret", "te", "x-real-ip", "forwarded", "x-original-url", "x-user-id"];
    for (const name of [...dropped, "x-http-method-override", "transfer-coding"])
      expect(headers).not.toHaveProperty(name);
  });

  test("list the trusted proxies and the client's address", async () => {
    const behindProxy = await buildFront(`${toAddress(wallet)}/behind`, { TRUST_PROXY: "127.0.0.1" });
    await behindProxy.inject({ method: "GET", url: profile, headers: { "x-forwarded-for": "6.6.6.6, 7.7.7.7" } });
    expect(received[0]?.headers["x-forwarded-for"]).toBe("7.7.7.7, 127.0.0.1");
    await behindProxy.close();
  });
});

describe("responses", () => {
  test("have our security headers, and neither cookies nor software names", async () => {
    answer = (_request, response) =>
      response
        .writeHead(200, {
          "content-type": "text/html",
          "set-cookie": "a=1",
          server: "nginx",
          "x-powered-by": "x",
          "access-control-allow-origin": "*",
          "content-security-policy": "default-src *",
          etag: '"1"',
        })
        .end("<script>1</script>");
    const { headers } = await front.inject({ method: "GET", url: profile });
    expect(headers).toMatchObject({
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      etag: '"1"',
      "cache-control": "no-store",
    });
    for (const name of ["set-cookie", "server", "x-powered-by", "access-control-allow-origin"])
      expect(headers).not.toHaveProperty(name);
  });

  test("redirect to our address when the other wallet names its own", async () => {
    const own = toAddress(wallet);
    const cases: [string, string][] = [
      [`${own}/behind${uploads}/abc`, `${uploads}/abc`],
      [`/behind${uploads}/abc?x=1`, `${uploads}/abc?x=1`],
      ["https://pay.example/checkout", "https://pay.example/checkout"],
    ];
    for (const [location, expected] of cases) {
      answer = (_request, response) => response.writeHead(201, { location }).end();
      const { headers } = await front.inject({ method: "POST", url: uploads });
      expect(headers["location"]).toBe(expected);
    }
  });

  test("are streamed as they arrive", async () => {
    let send: (() => void) | undefined;
    answer = (_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf" }).write("first");
      send = () => response.end("second");
    };
    const { body } = await fetch(`${toAddress(front.server)}/utility/api/1.0/files/abc`);
    const reader = body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("first");
    send!();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("second");
  });
});

describe("a body", () => {
  const large = "x".repeat(70_000);
  test("is rejected before forwarding when its declared length is too large", async () => {
    const { statusCode } = await front.inject({
      method: "POST",
      url: `${profile}/login`,
      payload: large,
      headers: { "content-type": "application/json" },
    });
    expect(statusCode).toBe(413);
    expect(received).toEqual([]);
  });

  test("is cut when it turns out too large, so that the other wallet never gets all of it", async () => {
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from(large));
        controller.close();
      },
    });
    const sent = await fetch(`${toAddress(front.server)}${profile}/login`, {
      method: "POST",
      body: stream,
      headers: { "content-type": "application/json" },
      duplex: "half",
    } as RequestInit);
    expect(sent.status).toBe(413);
    expect(received).toEqual([]);
  });

  test("of a file may be larger, up to the limit for files", async () => {
    const headers = { "content-type": "application/offset+octet-stream" };
    const sent = await front.inject({
      method: "PATCH",
      url: `${uploads}/abc`,
      headers,
      payload: Buffer.alloc(1024 * 1024),
    });
    expect(sent.statusCode).toBe(200);
    const over = await front.inject({
      method: "PATCH",
      url: `${uploads}/abc`,
      headers: { ...headers, "content-length": String(30 * 1024 * 1024) },
      payload: "x",
    });
    expect([over.statusCode, over.json<{ code: number }>().code]).toEqual([413, 113]);
  });
});

describe("failures of the other wallet", () => {
  test("responds 502 when it is unreachable, and health reports it", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const nowhere = toAddress(gone);
    await new Promise((resolve) => gone.close(resolve));
    const alone = await buildFront(nowhere);
    const failed = await alone.inject({
      method: "POST",
      url: `${profile}/login`,
      payload: { mobile: "1" },
      headers: { "accept-language": "hi" },
    });
    expect(failed.statusCode).toBe(502);
    expect(failed.json()).toEqual({
      code: 500,
      reason: "wallet-unreachable",
      message: "वॉलेट से संपर्क नहीं हो रहा। कृपया बाद में फिर कोशिश करें",
      requestId: failed.headers["x-request-id"],
    });
    const health = await alone.inject("/health");
    expect([health.statusCode, health.json<object>()]).toEqual([
      200,
      expect.objectContaining({ status: "degraded", wallet: "away" }),
    ]);
    await alone.close();
  });

  test("responds 504 when it is silent, and cancels the request there", async () => {
    let isGivenUp = false;
    answer = (request) => void request.socket.once("close", () => (isGivenUp = true));
    const failed = await front.inject({ method: "GET", url: profile });
    expect([failed.statusCode, failed.json<object>()]).toEqual([
      504,
      expect.objectContaining({ reason: "wallet-timeout", message: "Server is down, please try again later" }),
    ]);
    await expect.poll(() => isGivenUp).toBe(true);
  });

  test("aborts the response when it stops in the middle, so that no client takes a part for the whole", async () => {
    answer = (_request, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).write('{"code":');
    const cut = fetch(`${toAddress(front.server)}${profile}`).then((response) => response.text());
    await expect(cut).rejects.toThrow("terminated");
    await sleep(50);
    expect((await front.inject({ method: "GET", url: "/health" })).statusCode).toBe(200);
  });

  test("passes its 503 on without a retry", async () => {
    answer = (_request, response) => response.writeHead(503, { "retry-after": "1" }).end('{"code":120}');
    const { statusCode, headers } = await front.inject({ method: "GET", url: profile });
    expect([statusCode, headers["retry-after"], received.length]).toEqual([503, "1", 1]);
  });

  test("retries a read once when a reused connection closes, but never a write", async () => {
    answer = (request, response) => (received.length === 1 ? request.socket.destroy() : response.end('{"code":0}'));
    expect((await front.inject({ method: "GET", url: profile })).statusCode).toBe(200);
    received = [];
    const order = await front.inject({
      method: "POST",
      url: "/verification/api/1.0/transactions/payment/init",
      payload: {},
    });
    expect([order.statusCode, received.length]).toEqual([502, 1]);
  });
});
