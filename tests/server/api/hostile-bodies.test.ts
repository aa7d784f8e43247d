import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cpuMs } from "../../support/cpu-time.ts";
import { getContract } from "#engine/contract/contracts.ts";
import { getOperation, operations, type OperationId } from "#engine/contract/operations.ts";
import { services as bases } from "#engine/contract/services.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { begin, wallet as transactions } from "../wallet/transactions/candidate.ts";

const wallet = bases.webWallet;
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
  token = (await app.signIn(newMobile(), { name: "Asha Verma", identity: true })).accessToken;
});
afterAll(() => app?.close());

/** Calls with a JSON body, for a candidate or without a token. Signing out is left out, because it ends the session. */
const withBody = (Object.keys(operations) as OperationId[]).filter((id) => {
  const { method, auth } = getOperation(id);
  return method !== "GET" && getContract(id).body !== undefined && auth !== "refresh" && id !== "profile.logout";
});
const urlOf = (id: OperationId) =>
  bases[getOperation(id).service] +
  getOperation(id).path.replace(/:\w+/g, "none") +
  (getOperation(id).query?.includes("txnId") ? "?orgId=gce&txnId=none" : "");

const bodies: [string, string][] = [
  ["a prototype", '{"__proto__":{"isAdmin":true}}'],
  ["a constructor with a prototype", '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ["a nested prototype", '{"data":{"a":[{"__proto__":{"isAdmin":true}}]}}'],
  ["thirty thousand lists", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["ten thousand objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["a cut body", '{"mobile":'],
  ["an empty body", ""],
  ["a number", "12"],
  ["NaN", "NaN"],
  ["two bodies", "{}{}"],
];
const types = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/xml",
  "application/json; charset=utf-16",
  "application/json\t; x",
  "application/jsonp",
  "text/html",
  "application/*+json",
  "multipart/form-data; boundary=x",
];

describe.each(withBody)("%s", (id) => {
  test("rejects hostile bodies quickly and with our texts", async () => {
    for (const [name, body] of bodies) {
      const spent = await cpuMs(async () => {
        const answer = await app.server.inject({
          method: getOperation(id).method,
          url: urlOf(id),
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          payload: body,
        });
        expect([name, answer.statusCode, answer.json().code]).toEqual([name, 400, 100]);
      });
      expect(spent).toBeLessThan(1000);
    }
    const large = await app.call(getOperation(id).method, urlOf(id), { token, body: { text: "x".repeat(65 * 1024) } });
    expect([large.statusCode, large.json().code]).toEqual([413, 100]);
  });

  test("accepts JSON only, and rejects other content types", async () => {
    for (const type of types) {
      const answer = await app.server.inject({
        method: getOperation(id).method,
        url: urlOf(id),
        headers: { authorization: `Bearer ${token}`, "content-type": type },
        payload: '{"x":1}',
      });
      expect([type, [400, 415].includes(answer.statusCode), answer.json().code]).toEqual([type, true, 100]);
    }
  });
});

test("no call above changed a prototype", () => {
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test("signs in no one with a body that repeats a key, even when one value is right", async () => {
  const mobile = newMobile();
  const txnId = (await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha" } })).json().data
    .txnId as string;
  const code = await app.readCode(mobile);
  const verify = (body: string) => app.call("PUT", `${wallet}/profile/otp/${txnId}/verify`, { body });
  expect((await verify(`{"otp":"${code}","otp":["${code}"]}`)).statusCode).toBe(400);
  expect((await verify(`{"otp":["x"],"otp":"${code}"}`)).statusCode).toBe(400);
  expect((await verify(`{"otp":"${code}"}`)).statusCode).toBe(200);
});

test("ignores or rejects fields that a client must not set", async () => {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const extra = { state: "COMPLETED", amount: 1, price: 0, candidateId: "x", markedAsSkip: true, provedName: "X" };
  const keys = { orgId: asha.orgId, txnId: asha.txnId };
  const tries: [string, string, object][] = [
    ["PATCH", `${wallet}/profile`, { displayName: "A", ...extra }],
    ["POST", `${transactions}/transactions`, { orgId: "gce", eKycFormId: "education-evaluation", ...extra }],
    ["POST", `${transactions}/transactions/process`, { ...keys, ...extra }],
    ["POST", `${transactions}/bgv`, { ...keys, list: [{ verificationName: "bgv-tenth", data: {}, ...extra }] }],
    ["POST", `${bases.verification}/transactions/payment/init`, { ...keys, region: "IN", express: false, ...extra }],
  ];
  for (const [method, url, body] of tries)
    expect((await app.call(method as "POST", url, { token: asha.token, body })).statusCode).toBe(400);
  const inData = await asha.save("bgv-tenth", { state: "COMPLETED", amount: 1 });
  expect(inData.statusCode).toBe(422);
  expect(await asha.info()).toMatchObject({ state: expect.stringMatching(/^(NOT_INITIALIZED|DATA_SAVED|PENDING)$/) });
});

test.each([
  "/utility/api/1.0/files/..%2f..%2f..%2fetc%2fpasswd",
  "/utility/api/1.0/files/%2e%2e",
  "/utility/api/1.0/files/..%5c..",
  "/utility/api/1.0/files/a%00b",
  "/utility/api/1.0/uploads/..%2fstored%2fx",
  `/utility/api/1.0/files/${"a".repeat(200)}`,
  "/config/d/..%2f..%2fpackage.json",
  "/config/..%2fd/x.json",
  "/assets/..%2f..%2fpackage.json",
  "/assets/%2e%2e/%2e%2e/package.json",
  "/..%2fpackage.json",
  "/.env",
  "/.git/config",
  "/sandbox/pay/..%2f..",
  "/webhooks/payments/__proto__",
  "/webhooks/payments/constructor",
  "/verification/web-wallet/api/1.0/transactions/__proto__/info?orgId=gce&txnId=x",
  "/web-wallet/api/1.0/verifier/__proto__",
  "/web-wallet/api/1.0/verifier/constructor",
])("refuses %s", async (url) => {
  for (const method of ["GET", "POST", "PATCH"] as const) {
    const answer = await app.server.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        "tus-resumable": "1.0.0",
        ...(method !== "GET" && { "content-type": "application/json" }),
      },
      ...(method !== "GET" && { payload: "{}" }),
    });
    expect(answer.statusCode, answer.body.slice(0, 200)).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.body).not.toMatch(/root:|"dependencies"|node_modules|at \w+ \(/);
  }
});
