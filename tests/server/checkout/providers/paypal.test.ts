import { afterEach, beforeEach, expect, test } from "vitest";
import { ProviderRefusal } from "#server/checkout/providers/http.ts";
import { clientId, clientSecret, startPaypal, type PaypalStandIn } from "../stand-ins/paypal.ts";
import { connect, inDollars, paid, toOrder } from "./request.ts";

const credentials = {
  PAYPAL_CLIENT_ID: clientId,
  PAYPAL_CLIENT_SECRET: clientSecret,
  PAYPAL_WEBHOOK_ID: "WH-NEW,WH-OLD",
};
const taken = { ...paid, currency: "USD" };
const now = new Date("2026-03-01T10:00:00Z");
let paypal: PaypalStandIn;
beforeEach(async () => void (paypal = await startPaypal()));
afterEach(() => paypal.close());

const open = async () => {
  const driver = connect("paypal", credentials, paypal);
  const session = await driver.createSession(inDollars);
  return { driver, session, order: toOrder(session.reference, inDollars) };
};

test("sends the payer to approve, and returns the same order for the same request", async () => {
  const { driver, session, order } = await open();
  expect(session.webUrl).toBe(`https://www.paypal.com/checkoutnow?token=${session.reference}`);
  expect(await driver.createSession(inDollars)).toEqual(session);
  expect(await driver.findStatus(order)).toEqual({ status: "Pending" });
});

test("captures an approved order once, and refunds it", async () => {
  const { driver, order } = await open();
  paypal.approve(order.reference);
  expect(await driver.findStatus({ ...order, isOpen: false })).toEqual({ status: "Pending" });
  expect(await Promise.all([driver.findStatus(order), driver.findStatus(order)])).toEqual([taken, taken]);
  const captures = paypal.requests.filter(({ path }) => path.endsWith("/capture"));
  expect(new Set(captures.map(({ headers }) => headers["paypal-request-id"]))).toEqual(new Set(["capture-order-1"]));
  expect(await driver.cancel(order)).toBe(false);
  const refund = { id: "refund-1", amountMinor: 100, reason: "not used" };
  expect([await driver.refund(order, refund), await driver.refund(order, refund)]).toEqual(["Success", "Success"]);
});

test("ends the attempt when the card is declined, and drops an order that is never approved", async () => {
  const { driver, order } = await open();
  paypal.approve(order.reference);
  paypal.decline(order.reference);
  expect(await driver.findStatus(order)).toEqual({ status: "Pending", hasAttemptFailed: true });
  expect(await driver.cancel(order)).toBe(true);
  paypal.forget(order.reference);
  expect(await driver.findStatus(order)).toEqual({ status: "Failed" });
});

test("refuses to cancel a payment under review, and cancels a declined one", async () => {
  const { driver, order } = await open();
  paypal.approve(order.reference);
  paypal.review(order.reference);
  expect(await driver.findStatus(order)).toEqual({ status: "Pending" });
  expect(await driver.cancel(order)).toBe(false);
  for (const refused of ["DECLINED", "FAILED"]) {
    paypal.judge(order.reference, refused);
    expect([await driver.findStatus(order), await driver.cancel(order)]).toEqual([{ status: "Failed" }, true]);
  }
  paypal.judge(order.reference, "COMPLETED");
  expect([await driver.findStatus(order), await driver.cancel(order)]).toEqual([taken, false]);
});

test("cancels an order without a capture, approved or not, and an expired one", async () => {
  const { driver, order } = await open();
  expect(await driver.cancel(order)).toBe(true);
  paypal.approve(order.reference);
  expect(await driver.cancel(order)).toBe(true);
  paypal.forget(order.reference);
  expect(await driver.cancel(order)).toBe(true);
  expect(paypal.requests.some(({ path }) => path.endsWith("/capture"))).toBe(false);
});

test("looks a pending refund up instead of sending it again", async () => {
  const { driver, order } = await open();
  paypal.approve(order.reference);
  await driver.findStatus(order);
  paypal.holdRefunds();
  const refund = { id: "refund-1", amountMinor: 100, reason: "not used" };
  expect(await driver.refund(order, refund)).toBe("Pending");
  paypal.forgetKeys();
  expect(await driver.refund(order, refund)).toBe("Pending");
  paypal.payRefunds();
  expect(await driver.refund(order, refund)).toBe("Success");
  expect(paypal.requests.filter(({ path }) => path.endsWith("/refund"))).toHaveLength(1);
});

test("treats wrong credentials as a refusal, not as an outage", async () => {
  const driver = connect("paypal", { ...credentials, PAYPAL_CLIENT_SECRET: "wrong" }, paypal);
  await expect(driver.createSession(inDollars)).rejects.toBeInstanceOf(ProviderRefusal);
});

test("accepts an event under each of our webhook ids, with PayPal's certificate only", async () => {
  const { driver } = await open();
  const payload = JSON.stringify({
    id: "WH-1",
    event_type: "PAYMENT.CAPTURE.COMPLETED",
    resource: { custom_id: "order-1", amount: { value: "3717.00", currency_code: "USD" } },
  });
  const read = (headers: Record<string, string>, body = payload) =>
    driver.readCallback({ headers, rawBody: Buffer.from(body), now });
  for (const id of ["WH-NEW", "WH-OLD"])
    expect(await read(paypal.sign(payload, id, now))).toEqual({ eventId: "WH-1", orderId: "order-1", report: taken });
  const good = paypal.sign(payload, "WH-NEW", now);
  for (const headers of [
    paypal.sign(payload, "WH-STRANGER", now),
    paypal.sign(payload, "WH-NEW", new Date(now.getTime() - 301_000)),
    { ...good, "paypal-auth-algo": "none" },
    ...[
      "https://evil.example/cert",
      "http://api.paypal.com/cert",
      "https://api.paypal.com.evil.example/c",
      "https://api.paypal.com:8443/c",
      "https://u@api.paypal.com/c",
      "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
      "",
    ].map((url) => ({ ...good, "paypal-cert-url": url })),
  ])
    await expect(read(headers)).rejects.toMatchObject({ kind: "badSignature" });
  await expect(read(good, `${payload} `)).rejects.toMatchObject({ kind: "badSignature" });
});
