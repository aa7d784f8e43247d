import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { decide, makePayer } from "./ready-to-pay.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const form = { "content-type": "application/x-www-form-urlencoded" };

test("serves the pay page as a plain form under a policy without scripts", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  const page = await app.call("GET", `/sandbox/pay/${paymentId}`);
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.body).toContain("<h1>SANDBOX payment</h1>");
  expect(
    [...page.body.matchAll(/<button name="outcome" value="(\w+)"[^>]*>(\w+)<\/button>/g)].map(([, value, label]) => [
      value,
      label,
    ]),
  ).toEqual([
    ["success", "Success"],
    ["failure", "Failure"],
    ["cancel", "Cancel"],
    ["pending", "Pending"],
  ]);
  expect(page.body).toContain("₹3,717");
  expect(page.body).toContain("PhonePe");
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe/);
  const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
  expect(page.body).toContain(`<style nonce="${nonce}">`);
  expect((await app.call("GET", "/sandbox/pay/nothing")).statusCode).toBe(404);
});

test.each([
  ["success", "Success", ""],
  ["failure", "Failed", ""],
  ["cancel", "Failed", "&cancelled=true"],
  ["pending", "Pending", ""],
])("redirects to the wallet after %s", async (outcome, status, more) => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  const answer = await app.call("POST", `/sandbox/pay/${paymentId}`, { headers: form, body: `outcome=${outcome}` });
  const { orgId, txnId } = payer.keys;
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    `http://localhost:3000/payment?orgId=${orgId}&txId=${txnId}&region=IN&provider=phonepe&order_id=${paymentId}${more}`,
  ]);
  expect(await payer.poll(paymentId)).toBe(status);
});

test("rejects an unknown decision, and a decision on a finished payment", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  for (const body of [
    { outcome: "maybe" },
    { outcome: "success", amount: 1 },
    {},
    { outcome: "success", delaySeconds: -1 },
  ])
    expect((await decide(app, paymentId, body)).statusCode).toBe(400);
  await decide(app, paymentId, { outcome: "success" });
  expect((await decide(app, paymentId, { outcome: "success" })).json()).toEqual({
    paymentId,
    currentStatus: "Success",
  });
  expect((await decide(app, paymentId, { outcome: "failure" })).statusCode).toBe(409);
  expect((await app.call("GET", `/sandbox/pay/${paymentId}`)).body).toContain("Back to the wallet");
});

test("shows that a newer order replaced the pay page, and links back", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  const newer = await payer.open({ provider: "cashfree" });
  expect(newer.paymentId).not.toBe(paymentId);
  for (const outcome of ["success", "cancel"]) {
    const answer = await app.call("POST", `/sandbox/pay/${paymentId}`, { headers: form, body: `outcome=${outcome}` });
    expect([answer.statusCode, String(answer.headers["content-type"])]).toEqual([409, "text/html; charset=utf-8"]);
    expect(answer.body).toContain("This payment was cancelled.");
    expect(answer.body).toContain("Back to the wallet");
  }
  expect((await decide(app, paymentId, { outcome: "success" })).json()).toMatchObject({ code: 109 });
  expect(await payer.poll(paymentId)).toBe("Failed");
});

test("redirects a session to its payment page, and rejects an unknown session", async () => {
  const payer = await makePayer(app);
  const { paymentId, paymentSessionId, web } = await payer.open({ region: "INTL", provider: "stripe-sdk" });
  const place = new URL(web);
  const answer = await app.call("GET", `${place.pathname}${place.search}`);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `http://localhost:3000/sandbox/pay/${paymentId}`]);
  for (const [sdkProvider, session] of [
    ["cashfree", paymentSessionId],
    ["stripe-sdk", paymentSessionId],
    ["stripe", "session_other"],
  ]) {
    expect(
      (
        await app.call(
          "GET",
          `/payment-redirect?sdkProvider=${sdkProvider}&paymentSessionId=${session}&environment=production`,
        )
      ).statusCode,
    ).toBe(404);
  }
  expect(
    (
      await app.call(
        "GET",
        `${place.pathname}?sdkProvider=stripe&paymentSessionId=${paymentSessionId}&environment=test`,
      )
    ).statusCode,
  ).toBe(400);
});
