import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findIncomplete, readCredentials } from "#server/checkout/providers/drivers.ts";
import {
  callProvider,
  ProviderRefusal,
  type CallProvider,
  type ProviderCall,
} from "#server/checkout/providers/http.ts";
import { providers } from "#server/checkout/providers/index.ts";
import { loadSettings } from "#server/platform/settings.ts";

const request = {
  orderId: "order-1",
  amountMinor: 371_700,
  currency: "INR",
  description: "Verification for GCE",
  customerId: "c1",
  phoneNumber: "+919876543210",
  returnUrl: "https://wallet.example/payment?order_id=order-1",
  cancelUrl: "https://wallet.example/payment?order_id=order-1&cancelled=true",
  redirectPage: "https://wallet.example/payment-redirect",
};
const order = { orderId: "order-1", reference: "ref-1", amountMinor: 371_700, currency: "INR", isOpen: true };
const paid = { status: "Success", amountMinor: 371_700, currency: "INR" };

/** A provider whose answers are written down beforehand, by method and end of the path. */
function connect(name: string, answers: Record<string, unknown>) {
  const calls: ProviderCall[] = [];
  const call: CallProvider = async (sent) => {
    calls.push(sent);
    const key = Object.keys(answers).find((end) => `${sent.method} ${sent.url}`.endsWith(end));
    const answer = key === undefined ? undefined : answers[key];
    if (answer === undefined || answer instanceof Error) throw answer ?? new ProviderRefusal(404, {});
    return answer;
  };
  const entry = providers[name]!;
  return {
    provider: entry.connect(
      Object.fromEntries(entry.variables.map((variable) => [variable, `${variable}-value`])),
      call,
    ),
    calls,
  };
}

const token = { access_token: "token", expires_in: 3600, expires_at: Math.floor(Date.now() / 1000) + 3600 };

describe("stripe", () => {
  test("opens a checkout session for our amount, under our order's key", async () => {
    const { provider, calls } = connect("stripe", {
      "POST https://api.stripe.com/v1/checkout/sessions": { id: "cs_1", url: "https://checkout.stripe.com/c/1" },
    });
    expect(await provider.createSession(request)).toEqual({
      reference: "cs_1",
      webUrl: "https://checkout.stripe.com/c/1",
      paymentSessionId: null,
    });
    expect(calls[0]).toMatchObject({
      headers: { authorization: "Bearer STRIPE_SECRET_KEY-value", "idempotency-key": "order-1" },
      form: {
        client_reference_id: "order-1",
        "line_items[0][price_data][unit_amount]": "371700",
        "line_items[0][price_data][currency]": "inr",
      },
    });
  });
  test.each([
    [{ payment_status: "paid", amount_total: 371_700, currency: "inr" }, paid],
    [{ status: "expired", payment_status: "unpaid" }, { status: "Failed" }],
    [{ status: "open", payment_status: "unpaid" }, { status: "Pending" }],
  ])("status %#", async (answer, report) => {
    expect(await connect("stripe", { "/sessions/ref-1": answer }).provider.findStatus(order)).toEqual(report);
  });
  test("cancelling what is paid says no", async () => {
    const { provider } = connect("stripe", {
      "/expire": new ProviderRefusal(400, {}),
      "GET https://api.stripe.com/v1/checkout/sessions/ref-1": {
        payment_status: "paid",
        amount_total: 1,
        currency: "inr",
      },
    });
    expect(await provider.cancel(order)).toBe(false);
    expect(await connect("stripe", { "/expire": { status: "expired" } }).provider.cancel(order)).toBe(true);
  });
  test("refunds the intent of the session", async () => {
    const { provider, calls } = connect("stripe", {
      "/sessions/ref-1": { payment_intent: "pi_1" },
      "/v1/refunds": { status: "succeeded" },
    });
    expect(await provider.refund(order, { id: "r1", amountMinor: 100, reason: "x" })).toBe("Success");
    expect(calls[1]).toMatchObject({
      headers: { "idempotency-key": "r1" },
      form: { payment_intent: "pi_1", amount: "100" },
    });
  });
  test("the SDK is given the client secret; a refused card is no end", async () => {
    const { provider } = connect("stripe-sdk", {
      "/v1/payment_intents": { id: "pi_1", client_secret: "pi_1_secret" },
      "/payment_intents/ref-1": { status: "requires_payment_method" },
    });
    expect(await provider.createSession(request)).toEqual({
      reference: "pi_1",
      webUrl: request.redirectPage,
      paymentSessionId: "pi_1_secret",
    });
    expect(await provider.findStatus(order)).toEqual({ status: "Pending" });
    expect(provider.sdkPage).toMatchObject({ data: { key: "STRIPE_PUBLISHABLE_KEY-value" } });
  });
});

describe("cashfree", () => {
  test("an order that exists already is found again", async () => {
    const answer = { cf_order_id: 7, payment_session_id: "session 7" };
    const { provider, calls } = connect("cashfree", {
      "POST https://api.cashfree.com/pg/orders": new ProviderRefusal(409, {}),
      "GET https://api.cashfree.com/pg/orders/order-1": answer,
    });
    expect(await provider.createSession(request)).toEqual({
      reference: "7",
      webUrl: "https://payments.cashfree.com/order/#session%207",
      paymentSessionId: "session 7",
    });
    expect(calls[0]).toMatchObject({ json: { order_id: "order-1", order_amount: 3717, order_currency: "INR" } });
  });
  test.each([
    [{ order_status: "PAID", order_amount: 3717, order_currency: "INR" }, paid],
    [{ order_status: "EXPIRED" }, { status: "Failed" }],
    [{ order_status: "ACTIVE" }, { status: "Pending" }],
  ])("status %#", async (answer, report) => {
    expect(await connect("cashfree", { "/orders/order-1": answer }).provider.findStatus(order)).toEqual(report);
  });
  test("terminating may take a while: not cancelled yet", async () => {
    expect(
      await connect("cashfree", { "/orders/order-1": { order_status: "TERMINATION_REQUESTED" } }).provider.cancel(
        order,
      ),
    ).toBe(false);
    expect(
      await connect("cashfree-sdk", { "/orders/order-1": { order_status: "TERMINATED" } }).provider.cancel(order),
    ).toBe(true);
  });
});

describe("phonepe", () => {
  test("pays in paise with a token that is fetched once", async () => {
    const { provider, calls } = connect("phonepe", {
      "/oauth/token": token,
      "/checkout/v2/pay": { orderId: "OMO1", redirectUrl: "https://mercury.phonepe.com/1" },
      "/order/order-1/status": { state: "COMPLETED", amount: 371_700 },
    });
    expect(await provider.createSession(request)).toEqual({
      reference: "OMO1",
      webUrl: "https://mercury.phonepe.com/1",
      paymentSessionId: null,
    });
    expect(await provider.findStatus(order)).toEqual(paid);
    expect(calls.map(({ url }) => url.slice(url.lastIndexOf("/")))).toEqual(["/token", "/pay", "/status"]);
    expect(calls[1]).toMatchObject({
      headers: { authorization: "O-Bearer token" },
      json: { merchantOrderId: "order-1", amount: 371_700 },
    });
    expect(await provider.cancel(order)).toBe(false);
  });
});

describe("paypal", () => {
  const capture = { status: "COMPLETED", amount: { value: "3717.00", currency_code: "INR" } };
  const done = { status: "COMPLETED", purchase_units: [{ payments: { captures: [capture] } }] };
  test("an approved order is captured when it is asked about, unless it was given up", async () => {
    const answers = { "/oauth2/token": token, "/orders/ref-1": { status: "APPROVED" }, "/orders/ref-1/capture": done };
    const { provider, calls } = connect("paypal", answers);
    expect(await provider.findStatus(order)).toEqual(paid);
    expect(calls.at(-1)).toMatchObject({ method: "POST", headers: { "paypal-request-id": "capture-order-1" } });
    const other = connect("paypal", answers);
    expect(await other.provider.findStatus({ ...order, isOpen: false })).toEqual({ status: "Pending" });
    expect(await other.provider.cancel(order)).toBe(true);
    expect(other.calls.some(({ url }) => url.endsWith("/capture"))).toBe(false);
  });
  test("a paid one cannot be cancelled, one that has gone has failed", async () => {
    expect(await connect("paypal", { "/oauth2/token": token, "/orders/ref-1": done }).provider.cancel(order)).toBe(
      false,
    );
    expect(await connect("paypal", { "/oauth2/token": token }).provider.findStatus(order)).toEqual({
      status: "Failed",
    });
  });
  test("a certificate from elsewhere is not even fetched", async () => {
    const { provider, calls } = connect("paypal", {});
    for (const url of [
      "https://evil.example/cert",
      "http://api.paypal.com/cert",
      "https://api.paypal.com.evil.example/c",
      "https://api.paypal.com:8443/c",
      "https://u@api.paypal.com/c",
      "",
    ]) {
      const headers = {
        "paypal-transmission-time": new Date().toISOString(),
        "paypal-cert-url": url,
        "paypal-transmission-sig": "AAAA",
      };
      await expect(
        provider.readCallback({ headers, rawBody: Buffer.from("{}"), now: new Date() }),
      ).rejects.toMatchObject({ kind: "badSignature" });
    }
    expect(calls).toEqual([]);
  });
});

describe("the way there", () => {
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

  test("no is a refusal; trouble and redirects are 'away'", async () => {
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

test("half of a provider's settings stop the start and are named", () => {
  expect(findIncomplete({ STRIPE_SECRET_KEY: "x" })).toEqual(["STRIPE_WEBHOOK_SECRET", "STRIPE_PUBLISHABLE_KEY"]);
  expect(() => loadSettings({ SANDBOX: "1", PAYPAL_CLIENT_ID: "x" }, readCredentials)).toThrow(
    "PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID",
  );
});
