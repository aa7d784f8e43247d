import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providers } from "#server/checkout/providers/index.ts";
import type { Provider, Report } from "#server/checkout/providers/provider.ts";
import { getSandboxKey, sandboxCredentials, toReference } from "#server/checkout/providers/sandboxpay.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { count, decide, makePayer } from "./ready.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app?.close());

/** Counts how often a provider is asked, and may answer for it. */
function watch(name: string, answer?: () => Promise<Report>): { asked: number; cancelled: number; stop(): void } {
  const driver = app.services.payments.get(name) as { -readonly [K in keyof Provider]: Provider[K] };
  const { findStatus, cancel } = driver;
  const seen = { asked: 0, cancelled: 0, stop: () => void Object.assign(driver, { findStatus, cancel }) };
  driver.findStatus = (order) => {
    seen.asked += 1;
    return answer ? answer() : findStatus(order);
  };
  driver.cancel = (order) => {
    seen.cancelled += 1;
    return cancel(order);
  };
  return seen;
}

describe("who waits", () => {
  test("learns of a payment whose callback was lost, at once", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "cashfree" });
    await decide(app, paymentId, { outcome: "success", callback: "none" });
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
  });

  test("has the provider asked once in five seconds, however many wait", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "phonepe" });
    const seen = watch("phonepe");
    await Promise.all(Array.from({ length: 8 }, () => payer.poll(paymentId)));
    expect(seen.asked).toBe(1);
    await app.services.pool.query("update orders set asked_at = app_now() - interval '6 seconds' where id = $1", [
      paymentId,
    ]);
    await payer.poll(paymentId);
    expect(seen.asked).toBe(2);
    seen.stop();
  });

  test("goes on waiting while the provider is away", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "phonepe" });
    const seen = watch("phonepe", () => Promise.reject(new Error("away")));
    expect(await payer.poll(paymentId)).toBe("Pending");
    seen.stop();
  });

  test("is told that a try has failed, once it cannot be paid any more over there", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "cashfree" });
    const seen = watch("cashfree", async () => ({ status: "Pending", isTryOver: true }));
    expect([await payer.poll(paymentId), seen.cancelled]).toEqual(["Failed", 1]);
    seen.stop();
    expect((await decide(app, paymentId, { outcome: "success" })).statusCode).toBe(409);
  });
});

describe("a company with two ways to pay", () => {
  const post = async (endpoint: string, signedBy: string, orderId: string) => {
    const entry = providers[signedBy]!;
    const { rows } = await app.services.pool.query<{ amount_minor: number; currency: string }>(
      "select amount_minor, currency from orders where id = $1",
      [orderId],
    );
    const { headers, body } = entry.writeCallback(
      {
        orderId,
        reference: toReference(orderId),
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
  ])("finds an order of %s %s whose event came to %s, and takes the event once", async (region, provider, endpoint) => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider });
    expect([await post(endpoint, provider, paymentId), await post(provider, provider, paymentId)]).toEqual([200, 200]);
    expect([await payer.poll(paymentId), await count(app, "payment_events", paymentId)]).toEqual(["Success", 1]);
  });

  test("says nothing of another company's orders", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region: "INTL", provider: "paypal" });
    expect(await post("stripe", "stripe", paymentId)).toBe(200);
    expect(await payer.poll(paymentId)).toBe("Pending");
  });
});
