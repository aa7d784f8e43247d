import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providers } from "#server/checkout/providers/index.ts";
import type { Provider, PaymentReport } from "#server/checkout/providers/provider.ts";
import { getSandboxKey, sandboxCredentials, toSandboxReference } from "#server/checkout/providers/sandbox-driver.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { count, decide, makePayer } from "./ready-to-pay.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

/** Counts the status requests to a provider, and can answer in its place. */
function watch(
  name: string,
  answer?: () => Promise<PaymentReport>,
): { requests: number; cancelled: number; stop(): void } {
  const driver = app.services.payments.get(name) as { -readonly [K in keyof Provider]: Provider[K] };
  const { findStatus, cancel } = driver;
  const seen = { requests: 0, cancelled: 0, stop: () => void Object.assign(driver, { findStatus, cancel }) };
  driver.findStatus = (order) => {
    seen.requests += 1;
    return answer ? answer() : findStatus(order);
  };
  driver.cancel = (order) => {
    seen.cancelled += 1;
    return cancel(order);
  };
  return seen;
}

describe("a waiting candidate", () => {
  test("sees a payment whose callback was lost at once", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "cashfree" });
    await decide(app, paymentId, { outcome: "success", callback: "none" });
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
  });

  test("causes one status request in five seconds, with any number of tabs", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "phonepe" });
    const seen = watch("phonepe");
    await Promise.all(Array.from({ length: 8 }, () => payer.poll(paymentId)));
    expect(seen.requests).toBe(1);
    await app.services.pool.query(
      "update orders set status_requested_at = app_now() - interval '6 seconds' where id = $1",
      [paymentId],
    );
    await payer.poll(paymentId);
    expect(seen.requests).toBe(2);
    seen.stop();
  });

  test("keeps waiting while the provider is down", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "phonepe" });
    const seen = watch("phonepe", () => Promise.reject(new Error("away")));
    expect(await payer.poll(paymentId)).toBe("Pending");
    seen.stop();
  });

  test("sees a failed attempt after it was cancelled at the provider", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "cashfree" });
    const seen = watch("cashfree", async () => ({ status: "Pending", hasAttemptFailed: true }));
    expect([await payer.poll(paymentId), seen.cancelled]).toEqual(["Failed", 1]);
    seen.stop();
    expect((await decide(app, paymentId, { outcome: "success" })).statusCode).toBe(409);
  });
});

describe("a company with two drivers", () => {
  const post = async (endpoint: string, signedBy: string, orderId: string) => {
    const entry = providers[signedBy]!;
    const { rows } = await app.services.pool.query<{ amount_minor: number; currency: string }>(
      "select amount_minor, currency from orders where id = $1",
      [orderId],
    );
    const { headers, body } = entry.signCallback(
      {
        orderId,
        reference: toSandboxReference(orderId),
        status: "Success",
        amountMinor: rows[0]!.amount_minor,
        currency: rows[0]!.currency,
        now: await app.services.clock.now(),
      },
      sandboxCredentials(endpoint, entry, app.services.secrets),
      await getSandboxKey(),
    );
    return (await app.call("POST", `/webhooks/payments/${endpoint}`, { headers, body })).statusCode;
  };

  test.each([
    ["INTL", "stripe-sdk", "stripe"],
    ["INTL", "stripe", "stripe-sdk"],
    ["IN", "cashfree", "cashfree-sdk"],
  ])("applies an event for an order of %s %s once when it arrives at %s", async (region, provider, endpoint) => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider });
    expect([await post(endpoint, provider, paymentId), await post(provider, provider, paymentId)]).toEqual([200, 200]);
    expect([await payer.poll(paymentId), await count(app, "payment_events", paymentId)]).toEqual(["Success", 1]);
  });

  test("cannot report on another company's orders", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region: "INTL", provider: "paypal" });
    expect(await post("stripe", "stripe", paymentId)).toBe(200);
    expect(await payer.poll(paymentId)).toBe("Pending");
  });
});
