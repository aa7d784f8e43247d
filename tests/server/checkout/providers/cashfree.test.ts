import { afterEach, beforeEach, expect, test } from "vitest";
import { ProviderRefusal } from "#server/checkout/providers/http.ts";
import { clientId, clientSecret, signCashfree, startCashfree, type CashfreeStandIn } from "../stand-ins/cashfree.ts";
import { connect, paid, request, toOrder } from "./request.ts";

const credentials = { CASHFREE_CLIENT_ID: clientId, CASHFREE_CLIENT_SECRET: `${clientSecret} cfsk_former` };
const now = new Date("2026-03-01T10:00:00Z");
let cashfree: CashfreeStandIn;
beforeEach(async () => void (cashfree = await startCashfree()));
afterEach(() => cashfree.close());

test("creates an order once, paid on the page that runs their script", async () => {
  const driver = connect("cashfree", credentials, cashfree);
  const session = await driver.createSession(request);
  const place = new URL(session.webUrl);
  expect([place.pathname, place.searchParams.get("sdkProvider"), place.searchParams.get("paymentSessionId")]).toEqual([
    "/payment-redirect",
    "cashfree",
    session.paymentSessionId,
  ]);
  expect(await driver.createSession(request)).toEqual(session);
  expect(driver.sdkPage?.src).toBe("https://sdk.cashfree.com/js/v3/cashfree.js");
});

test("cancels the order before the next one when an attempt failed", async () => {
  const driver = connect("cashfree-sdk", credentials, cashfree);
  const order = toOrder((await driver.createSession(request)).reference);
  expect(await driver.findStatus(order)).toEqual({ status: "Pending" });
  for (const state of ["FAILED", "USER_DROPPED"]) cashfree.attempt(order.orderId, state);
  expect(await driver.findStatus(order)).toEqual({ status: "Pending", hasAttemptFailed: true });
  cashfree.attempt(order.orderId, "PENDING");
  expect(await driver.findStatus(order)).toEqual({ status: "Pending" });
  cashfree.attempt(order.orderId, "SUCCESS");
  expect([await driver.findStatus(order), await driver.cancel(order)]).toEqual([paid, false]);
});

test("terminates an order, unless an attempt is in progress", async () => {
  const driver = connect("cashfree", credentials, cashfree);
  const order = toOrder((await driver.createSession(request)).reference);
  expect(await driver.cancel(order)).toBe(true);
  expect(await driver.findStatus(order)).toEqual({ status: "Failed" });
  const other = { ...order, orderId: "order-2" };
  await driver.createSession({ ...request, orderId: "order-2" });
  cashfree.hold("order-2");
  expect([await driver.cancel(other), await driver.findStatus(other)]).toEqual([false, { status: "Pending" }]);
});

test("keeps an expired order pending while an attempt is in progress", async () => {
  const driver = connect("cashfree", credentials, cashfree);
  const order = toOrder((await driver.createSession(request)).reference);
  cashfree.attempt(order.orderId, "PENDING");
  cashfree.expire(order.orderId);
  expect([await driver.findStatus(order), await driver.cancel(order)]).toEqual([{ status: "Pending" }, false]);
  cashfree.attempt(order.orderId, "SUCCESS");
  expect([await driver.findStatus(order), await driver.cancel(order)]).toEqual([paid, false]);
  for (const [orderId, states] of [
    ["order-2", []],
    ["order-3", ["FAILED", "USER_DROPPED"]],
  ] as const) {
    const other = { ...order, orderId };
    await driver.createSession({ ...request, orderId });
    for (const state of states) cashfree.attempt(orderId, state);
    cashfree.expire(orderId);
    expect([await driver.findStatus(other), await driver.cancel(other)]).toEqual([{ status: "Failed" }, true]);
  }
});

test("refunds once and polls until the refund has succeeded", async () => {
  const driver = connect("cashfree", credentials, cashfree);
  const order = toOrder((await driver.createSession(request)).reference);
  const refund = { id: "refund-1", amountMinor: 100_000, reason: "not used" };
  await expect(driver.refund(order, refund)).rejects.toBeInstanceOf(ProviderRefusal);
  cashfree.attempt(order.orderId, "SUCCESS");
  expect([await driver.refund(order, refund), await driver.refund(order, refund)]).toEqual(["Pending", "Success"]);
});

test("uses the order's own amount, and requests the status after a failed attempt", async () => {
  const driver = connect("cashfree", credentials, cashfree);
  const read = (type: string, secret: string, at = now) => {
    const payload = JSON.stringify({
      type,
      data: {
        order: { order_id: "order-1", order_amount: 3717, order_currency: "INR" },
        // An offer: the payer paid less, and the order's amount is due to us.
        payment: { cf_payment_id: "p1", payment_amount: 3600, payment_currency: "INR" },
      },
    });
    return driver.readCallback({ headers: signCashfree(payload, secret, at), rawBody: Buffer.from(payload), now });
  };
  expect(await read("PAYMENT_SUCCESS_WEBHOOK", clientSecret)).toMatchObject({ orderId: "order-1", report: paid });
  expect(await read("PAYMENT_FAILED_WEBHOOK", "cfsk_former")).toMatchObject({ report: "look-up" });
  expect(await read("REFUND_STATUS_WEBHOOK", clientSecret)).toBeUndefined();
  await expect(read("PAYMENT_SUCCESS_WEBHOOK", "cfsk_stranger")).rejects.toMatchObject({ kind: "badSignature" });
  const old = new Date(now.getTime() - 301_000);
  await expect(read("PAYMENT_SUCCESS_WEBHOOK", clientSecret, old)).rejects.toMatchObject({ kind: "badSignature" });
});
