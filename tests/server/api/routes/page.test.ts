import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";

const webDir = makeTemporaryFolder();
let app: TestApp;
/** With definitions whose screens have a placeholder. */
let drawn: TestApp;
beforeAll(async () => {
  mkdirSync(path.join(webDir, "assets"));
  writeFileSync(
    path.join(webDir, "index.html"),
    '<!doctype html><html lang="__LANGUAGE__"><meta name="csp-nonce" nonce="__CSP_NONCE__"><meta name="sanad-texts" content="__TEXTS__"><title>__TITLE__</title><script type="module" crossorigin src="/assets/app-abc.js"></script><link rel="stylesheet" crossorigin href="/assets/app-abc.css"></head>__PLACEHOLDER__<div id="root"></div><noscript>__NO_SCRIPT__</noscript>',
  );
  writeFileSync(path.join(webDir, "assets/app-abc.js"), "export {};");
  writeFileSync(path.join(webDir, "assets/app-abc.js.br"), "brotli");
  writeFileSync(path.join(webDir, "assets/app-abc.css"), ".drawn{color:red}");
  writeFileSync(path.join(webDir, "icon.svg"), "<svg/>");
  app = await startTestApp({ settings: { webDir } });
  drawn = await startTestApp({ settings: { webDir }, config: await definitionsConfig() });
});
afterAll(async () => {
  await app.close();
  await drawn.close();
  rmSync(webDir, { recursive: true, force: true });
});

const html = { accept: "text/html,*/*;q=0.8" };

describe("the page", () => {
  test("names its operator, and another wallet only when one is configured", async () => {
    const { body } = await app.call("GET", "/", { headers: html });
    expect(body).toContain('<meta name="sanad-organisation" content="none">');
    expect(body).not.toContain("sanad-wallet");
  });

  test("describes itself to search engines and previews in its language", async () => {
    const { body } = await app.call("GET", "/login?lang=hi", { headers: html });
    expect(body).toContain("<title>Nobody</title>");
    expect(body).toMatch(/<meta name="description" content="Nobody को अपनी पहचान [^"]+">/);
    expect(body).toContain('<meta property="og:title" content="Nobody">');
  });

  test("is served for any screen, uncached, with a new nonce that its policy names", async () => {
    const pages = await Promise.all(
      ["/", "/login", "/ekyc/education-evaluation?orgId=gce", "/verification/insufficiency"].map((place) =>
        app.call("GET", place, { headers: html }),
      ),
    );
    const nonces = pages.map((page) => /nonce="([^"]+)"/.exec(page.body)?.[1]);
    expect(new Set(nonces).size).toBe(4);
    pages.forEach((page, at) => {
      const policy = String(page.headers["content-security-policy"]);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonces[at]}'`);
      expect(policy).toMatch(
        /default-src 'none'; script-src 'self'; .*object-src 'none'; base-uri 'none'; .*frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types sanad$/,
      );
      expect(policy).not.toContain("unsafe");
      expect(page.headers["cache-control"]).toBe("no-store");
    });
  });

  test("shows fixed texts in the language of its address, else of the browser", async () => {
    const read = async (place: string, language: string) =>
      (await app.call("GET", place, { headers: { ...html, "accept-language": language } })).body;
    for (const page of [await read("/login?lang=hi", "en"), await read("/login", "hi-IN,hi;q=0.9")]) {
      expect(page).toContain('<html lang="hi">');
      expect(page).toContain("हम इसे लोड नहीं कर सके।");
      expect(page).toMatch(/<noscript>इस वॉलेट के लिए जावास्क्रिप्ट ज़रूरी है/);
    }
    const english = await read("/login?lang=fr", "de");
    expect(english).toContain('<html lang="en">');
    expect(english).toContain("{&quot;load.failed&quot;:&quot;We could not load this.&quot;");
    expect(english).toContain("<noscript>This wallet needs JavaScript.");
    expect(english).not.toMatch(/__[A-Z_]+__/);
  });

  test("has a visitor's first content inline; a signed-in candidate gets it as cacheable files", async () => {
    const visitor = await drawn.call("GET", "/login", { headers: html });
    const [, nonce] = /style-src 'self' ('nonce-[^']+')/.exec(String(visitor.headers["content-security-policy"]))!;
    expect(visitor.body).toContain(`<style nonce="${nonce!.slice(7, -1)}">.drawn{color:red}</style>`);
    expect(visitor.body).not.toContain("stylesheet");
    expect(visitor.body).toContain('<script type="module" fetchpriority="low" crossorigin src="/assets/app-abc.js">');
    const cookie = "sanad-page-hints=orgId=gce&locale=en&path=/";
    const signedIn = await drawn.call("GET", "/", { headers: { ...html, cookie } });
    expect(signedIn.body).toContain('<link rel="stylesheet" crossorigin href="/assets/app-abc.css">');
    expect(signedIn.body).not.toContain("fetchpriority");
  });

  test("serves built files immutable and precompressed", async () => {
    const plain = await app.call("GET", "/assets/app-abc.js");
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const small = await app.call("GET", "/assets/app-abc.js", { headers: { "accept-encoding": "br" } });
    expect([small.headers["content-encoding"], small.body]).toEqual(["br", "brotli"]);
    expect((await app.call("GET", "/icon.svg")).statusCode).toBe(200);
  });

  test("responds 404 as JSON to unknown API paths, missing files and anything else that is no page", async () => {
    for (const place of ["/web-wallet/api/1.0/x", "/sandbox/x", "/assets/none.js", "/config/x"]) {
      const answer = await app.call("GET", place, { headers: html });
      expect([place, answer.statusCode, answer.json().code]).toEqual([place, 404, 104]);
    }
    expect((await app.call("GET", "/anything", { headers: { accept: "application/json" } })).statusCode).toBe(404);
    for (const odd of ["//", "//host/x", "/%E0%A4%A", "/ekyc/%2F%2F?orgId=%"])
      expect((await app.call("GET", odd, { headers: html })).statusCode).toBeLessThan(500);
    expect((await app.call("GET", "/missing.png", { headers: { accept: "*/*" } })).statusCode).toBe(404);
    expect((await app.call("GET", "/login", { headers: { accept: "*/*" } })).statusCode).toBe(200);
    expect((await app.call("GET", "/assets/../index.html")).statusCode).toBe(404);
    expect((await app.call("POST", "/login", { headers: html })).statusCode).toBe(404);
  });
});

describe("every reply", () => {
  test("has the security headers and a correlation id", async () => {
    const answer = await app.call("GET", "/web-wallet/api/1.0/profile");
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(String(answer.headers["content-security-policy"])).toContain("default-src 'none'");
    expect(answer.json().requestId).toBe(answer.headers["x-request-id"]);
    expect(answer.headers).not.toHaveProperty("x-powered-by");
  });
});

describe("health, contract and sandbox", () => {
  test("health reports the release and the database", async () => {
    expect((await app.call("GET", "/health")).json()).toEqual({
      status: "ok",
      release: "empty",
      lastGood: false,
      database: "ok",
      // The sandbox has drivers for everything but the disk.
      missing: app.services.store.kind === "embedded" ? ["fsync"] : [],
      shedding: false,
    });
  });

  test("the contract is published as JSON, and as a page without script", async () => {
    expect((await app.call("GET", "/openapi.json")).json()).toMatchObject({ openapi: "3.1.0" });
    const page = await app.call("GET", "/docs");
    expect(page.body).toContain(`{"txnId": "…", "outcome": "complete"}`);
    expect(page.body).toContain("/web-wallet/api/1.0/profile/login");
    expect(page.body).not.toContain("<script");
  });

  test("the outbox is a page for a browser and a list for a test, newest first", async () => {
    const mobile = newMobile();
    for (const name of ["One", "Two"])
      await app.call("POST", "/web-wallet/api/1.0/profile", { body: { mobile, name } });
    const { list } = (await app.call("GET", `/sandbox/outbox?to=${mobile}`)).json();
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ channel: "sms", to: mobile, subject: null });
    expect(list[0].text.split("\n").at(-1)).toBe(`@localhost #${list[0].otp}`);
    expect(list[0].createdAt >= list[1].createdAt).toBe(true);
    const page = await app.call("GET", "/sandbox/outbox", { headers: html });
    expect(page.body).toContain("SANDBOX");
    expect(page.body).toContain(list[0].otp);
  });

  test("pages report events and errors without tokens and long numbers", async () => {
    const at = new Date().toISOString();
    const sent = await app.call("POST", "/t/events", {
      body: {
        list: [{ name: "screen", at, properties: { note: "call 9876543210 now", token: "eyJhbGciOi.eyJzdWIi.c2ln" } }],
      },
    });
    expect(sent.statusCode).toBe(204);
    const { list } = (await app.call("GET", "/sandbox/events")).json();
    expect(list[0]).toMatchObject({
      kind: "event",
      name: "screen",
      at,
      properties: { note: "call … now", token: "…" },
    });
    expect((await app.call("POST", "/t/events", { body: { list: [{ name: "x", at, otp: "1" }] } })).statusCode).toBe(
      400,
    );
  });
});

test.each([
  ["a fraction of many digits", { ms: 0.1 + 0.2, took: 1234.599999999627 }, { ms: 0.1 + 0.2, took: 1234.599999999627 }],
  ["a long number", { ms: 12345, least: -1e21, short: 1234 }, { ms: "…", least: "…", short: 1234 }],
  ["an escaped control character", { note: "\u0007 1234" }, { note: "\u0007 1234" }],
  ["null and a boolean", { note: null, done: true }, { note: null, done: true }],
])("stores a report with %s", async (_, properties, stored) => {
  const at = new Date().toISOString();
  const sent = await app.call("POST", "/t/events", {
    body: {
      list: [
        { name: "first", at },
        { name: "screen", at, properties },
      ],
    },
  });
  expect(sent.statusCode).toBe(204);
  const { list } = (await app.call("GET", "/sandbox/events")).json();
  expect(list.slice(0, 2)).toMatchObject([{ name: "screen", properties: stored }, { name: "first" }]);
});

test("reports of one person share a pseudonym that does not reveal the person", async () => {
  const at = new Date().toISOString();
  const user = "+919876543210";
  await app.call("POST", "/t/events", { body: { list: [{ name: "Misc: FAQ viewed", at, user }] } });
  await app.call("POST", "/t/errors", { body: { list: [{ message: "Broken", at, user }] } });
  await app.call("POST", "/t/events", { body: { list: [{ name: "Misc: FAQ viewed", at, user: "someone-else" }] } });
  await app.call("POST", "/t/events", { body: { list: [{ name: "Misc: FAQ viewed", at }] } });
  const { list } = (await app.call("GET", "/sandbox/events")).json();
  const [anonymous, other, fault, event] = list.map((report: { user?: string }) => report.user);
  expect(event).toMatch(/^[\w-]{43}$/);
  expect(fault).toBe(event);
  expect(other).not.toBe(event);
  expect(anonymous).toBeUndefined();
});

test("has no /sandbox routes without sandbox mode", async () => {
  const real = await startTestApp({ settings: { sandbox: false } });
  for (const [method, place] of [
    ["GET", "/sandbox/outbox"],
    ["POST", "/sandbox/session"],
    ["POST", "/sandbox/clock"],
  ] as const) {
    expect((await real.call(method, place, method === "POST" ? { body: {} } : {})).statusCode).toBe(404);
  }
  await real.close();
});

test("enforces limits per address unless they are off", async () => {
  const limited = await startTestApp({ settings: { addressLimits: true } });
  const codes: number[] = [];
  for (let asked = 0; asked < 31; asked += 1)
    codes.push(
      (await limited.call("POST", "/web-wallet/api/1.0/profile/login", { body: { mobile: newMobile() } })).statusCode,
    );
  expect(codes.slice(0, 30).every((code) => code === 404)).toBe(true);
  expect(codes[30]).toBe(429);
  await limited.close();
});
