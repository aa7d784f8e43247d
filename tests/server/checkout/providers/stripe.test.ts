import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ProviderRefusal } from "#server/checkout/providers/http.ts";
import { secretKey, signStripe, startStripe, type StripeStandIn } from "../stand-ins/stripe.ts";
import { connect, paid, request, toOrder } from "./request.ts";

const credentials = {
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: "pk_test_standIn",
  STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_old",
  STRIPE_SDK_WEBHOOK_SECRET: "whsec_sdk",
};
const now = new Date("2026-03-01T10:00:00Z");
let stripe: StripeStandIn;
beforeEach(async () => void (stripe = await startStripe()));
afterEach(() => stripe.close());

describe("a checkout session", () => {
  test("is created for our amount once per key, and refused for another request under the key", async () => {
    const driver = connect("stripe", credentials, stripe);
    const session = await driver.createSession(request);
    expect(session.webUrl).toBe(`https://checkout.stripe.com/c/pay/${session.reference}`);
    expect(await driver.createSession(request)).toEqual(session);
    await expect(driver.createSession({ ...request, amountMinor: 1 })).rejects.toBeInstanceOf(ProviderRefusal);
  });

  test("waits, is paid with its amount, and is refunded once", async () => {
    const driver = connect("stripe", credentials, stripe);
    const order = toOrder((await driver.createSession(request)).reference);
    expect(await driver.findStatus(order)).toEqual({ status: "Pending" });
    stripe.pay(order.reference);
    expect(await driver.findStatus(order)).toEqual(paid);
    expect(await driver.cancel(order)).toBe(false);
    const refund = { id: "refund-1", amountMinor: 371_700, reason: "not used" };
    expect([await driver.refund(order, refund), await driver.refund(order, refund)]).toEqual(["Success", "Success"]);
    await expect(driver.refund(order, { ...refund, id: "refund-2" })).rejects.toBeInstanceOf(ProviderRefusal);
  });

  test("fails when a bank refuses days later, and can be cancelled while open", async () => {
    const driver = connect("stripe", credentials, stripe);
    const order = toOrder((await driver.createSession(request)).reference);
    stripe.refuseLater(order.reference);
    expect(await driver.findStatus(order)).toEqual({ status: "Failed" });
    const other = toOrder((await driver.createSession({ ...request, orderId: "order-2" })).reference);
    expect(await driver.cancel(other)).toBe(true);
    expect(await driver.findStatus(other)).toEqual({ status: "Failed" });
  });

  test("treats a wrong key as a refusal", async () => {
    const driver = connect("stripe", { ...credentials, STRIPE_SECRET_KEY: "sk_wrong" }, stripe);
    await expect(driver.createSession(request)).rejects.toBeInstanceOf(ProviderRefusal);
  });
});

test("pays a payment intent on our page, and cancels it after a declined card", async () => {
  const driver = connect("stripe-sdk", credentials, stripe);
  const session = await driver.createSession(request);
  expect(session.paymentSessionId).toBe(`${session.reference}_secret_x`);
  expect(session.webUrl).toContain("/payment-redirect?sdkProvider=stripe&paymentSessionId=");
  const order = toOrder(session.reference);
  expect(await driver.findStatus(order)).toEqual({ status: "Pending" });
  stripe.refuseCard(order.reference);
  expect(await driver.findStatus(order)).toEqual({ status: "Pending", hasAttemptFailed: true });
  expect(await driver.cancel(order)).toBe(true);
  const other = toOrder((await driver.createSession({ ...request, orderId: "order-2" })).reference);
  stripe.pay(other.reference);
  expect([await driver.findStatus(other), await driver.cancel(other)]).toEqual([paid, false]);
});

test.each(["stripe", "stripe-sdk"])("looks a pending refund of %s up instead of sending it again", async (name) => {
  const driver = connect(name, credentials, stripe);
  const order = toOrder((await driver.createSession(request)).reference);
  stripe.pay(order.reference);
  stripe.holdRefunds();
  const refund = { id: "refund-1", amountMinor: 100_000, reason: "not used" };
  expect(await driver.refund(order, refund)).toBe("Pending");
  stripe.forgetKeys();
  expect(await driver.refund(order, refund)).toBe("Pending");
  stripe.payRefunds();
  expect(await driver.refund(order, refund)).toBe("Success");
  const sent = () => stripe.requests.filter(({ method, path }) => method === "POST" && path === "/v1/refunds");
  expect(sent()).toHaveLength(1);
  expect(await driver.refund(order, { ...refund, id: "refund-2" })).toBe("Pending");
  expect(sent()).toHaveLength(2);
});

describe("events", () => {
  const session = {
    id: "cs_1",
    client_reference_id: "order-1",
    payment_status: "paid",
    status: "complete",
    amount_total: 371_700,
    currency: "inr",
  };
  const event = (type: string, object: unknown) => JSON.stringify({ id: "evt_1", type, data: { object } });
  const read = (name: string, payload: string, headers: Record<string, string>) =>
    connect(name, credentials, stripe).readCallback({ headers, rawBody: Buffer.from(payload), now });

  test("are accepted with each secret of their address, for both drivers", async () => {
    const payload = event("checkout.session.completed", session);
    const notice = { eventId: "evt_1", orderId: "order-1", report: paid };
    for (const secrets of [["whsec_new"], ["whsec_old"], ["whsec_other", "whsec_new"]])
      expect(await read("stripe", payload, signStripe(payload, secrets, now))).toEqual(notice);
    expect(await read("stripe-sdk", payload, signStripe(payload, ["whsec_sdk"], now))).toEqual(notice);
    for (const [name, secret] of [
      ["stripe", "whsec_sdk"],
      ["stripe-sdk", "whsec_new"],
      ["stripe", ""],
    ] as const)
      await expect(read(name, payload, signStripe(payload, [secret], now))).rejects.toMatchObject({
        kind: "badSignature",
      });
  });

  test("are rejected when they are old, changed or unsigned", async () => {
    const payload = event("payment_intent.succeeded", {});
    const headers = signStripe(payload, ["whsec_new"], now);
    const old = signStripe(payload, ["whsec_new"], new Date(now.getTime() - 301_000));
    for (const [body, signed] of [
      [payload, old],
      [`${payload} `, headers],
      [payload, {}],
    ] as const)
      await expect(read("stripe", body, signed)).rejects.toMatchObject({ kind: "badSignature" });
  });

  test("ignore a declined card and other objects, and report a cancelled intent as failed", async () => {
    const intent = { status: "canceled", metadata: { orderId: "order-1" } };
    for (const [type, report] of [
      ["payment_intent.payment_failed", undefined],
      ["customer.created", undefined],
      ["payment_intent.canceled", { status: "Failed" }],
    ] as const) {
      const payload = event(type, intent);
      expect((await read("stripe", payload, signStripe(payload, ["whsec_new"], now)))?.report).toEqual(report);
    }
  });
});
