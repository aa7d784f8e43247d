import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { providers } from "#server/checkout/providers/index.ts";
import type { SandboxDecision } from "#server/checkout/providers/provider.ts";
import { getSandboxKey, sandboxCredentials, toSandboxReference } from "#server/checkout/providers/sandbox-driver.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { count, decide, makePayer, payment, wallet, type Payer } from "./ready-to-pay.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const regionOf: Record<string, string> = {
  phonepe: "IN",
  cashfree: "IN",
  "cashfree-sdk": "IN",
  paypal: "INTL",
  stripe: "INTL",
  "stripe-sdk": "INTL",
};
const names = Object.keys(providers);
/** Providers whose callback carries the amount paid. A PhonePe callback only triggers a status request. */
const telling = names.filter((name) => name !== "phonepe");

/** Posts a callback as the provider does, with changes. */
async function post(
  name: string,
  orderId: string,
  change: Partial<SandboxDecision> & { forged?: boolean; body?: (body: string) => string } = {},
) {
  const { forged = false, body = (text: string) => text, ...rest } = change;
  const { rows } = await app.services.pool.query<{ amount_minor: number; currency: string }>(
    "select amount_minor, currency from orders where id = $1",
    [orderId],
  );
  const entry = providers[name]!;
  const outcome: SandboxDecision = {
    orderId,
    reference: toSandboxReference(orderId),
    status: "Success",
    amountMinor: rows[0]!.amount_minor,
    currency: rows[0]!.currency,
    now: await app.services.clock.now(),
    ...rest,
  };
  const callback = entry.signCallback(
    outcome,
    sandboxCredentials(name, entry, app.services.secrets, forged),
    await getSandboxKey(),
  );
  return app.call("POST", `/webhooks/payments/${name}`, { headers: callback.headers, body: body(callback.body) });
}

async function notices(payer: Payer): Promise<string[]> {
  const answer = await payer.get("/notification/api/1.0/notification?seed=0&count=50");
  return answer.json<{ data: { list: { title: string }[] } }>().data.list.map(({ title }) => title);
}

describe.each(names)("%s", (name) => {
  const region = regionOf[name]!;

  test("marks the order paid and submits the form once when a callback is repeated", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    const answer = await decide(app, paymentId, { outcome: "success", callback: "twice" });
    expect(answer.json()).toEqual({ paymentId, currentStatus: "Success" });
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
    expect([await count(app, "payment_events", paymentId), await count(app, "refunds", paymentId)]).toEqual([1, 0]);
    expect((await notices(payer)).filter((title) => title === "Payment received")).toHaveLength(1);
  });

  test("shows a failure and opens a new order at the next attempt", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    expect((await decide(app, paymentId, { outcome: "failure" })).json()).toMatchObject({ currentStatus: "Failed" });
    expect(await payer.state()).toBe("READY_TO_SUBMIT");
    expect((await payer.open({ region, provider: name })).paymentId).not.toBe(paymentId);
  });

  test("rejects a forged callback with 403 and changes nothing", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    expect([
      (await post(name, paymentId, { forged: true })).statusCode,
      (await decide(app, paymentId, { outcome: "success", callback: "forged" })).json(),
    ]).toMatchObject([403, { currentStatus: "Pending" }]);
    const unsigned = await app.call("POST", `/webhooks/payments/${name}`, { body: { orderId: paymentId } });
    expect([unsigned.statusCode, await payer.poll(paymentId), await count(app, "payment_events", paymentId)]).toEqual([
      403,
      "Pending",
      0,
    ]);
  });
});

describe.each(telling)("callbacks of %s", (name) => {
  const region = regionOf[name]!;

  test("never count as success when amount or currency differ", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    expect((await post(name, paymentId, { amountMinor: 100 })).statusCode).toBe(200);
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Pending", "READY_TO_SUBMIT"]);
    const other = await makePayer(app);
    const second = await other.open({ region, provider: name });
    await post(name, second.paymentId, { currency: region === "IN" ? "USD" : "INR" });
    expect(await other.poll(second.paymentId)).toBe("Pending");
  });

  test("are rejected with 403 when they are old or one byte differs", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    const now = await app.services.clock.now();
    // The clock stops, so that a callback signed for the future does not become valid on its way.
    const standing = vi.spyOn(app.services.clock, "now").mockResolvedValue(now);
    const statuses: number[] = [];
    for (const seconds of [-301, 301])
      statuses.push((await post(name, paymentId, { now: new Date(now.getTime() + seconds * 1000) })).statusCode);
    standing.mockRestore();
    expect(statuses).toEqual([403, 403]);
    expect((await post(name, paymentId, { body: (text) => `${text} ` })).statusCode).toBe(403);
    expect(await payer.poll(paymentId)).toBe("Pending");
  });
});

describe("late and lost callbacks", () => {
  test("marks the order paid when the callback is late", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    expect((await decide(app, paymentId, { outcome: "success", callback: "late" })).json()).toMatchObject({
      currentStatus: "Pending",
    });
    await app.advance(125);
    expect(await payer.poll(paymentId)).toBe("Pending");
    await app.advance(60);
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
  });

  test("marks the order paid after a while of pending", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region: "INTL" });
    expect((await decide(app, paymentId, { outcome: "pending", delaySeconds: 30 })).json()).toMatchObject({
      currentStatus: "Pending",
    });
    await app.advance(31);
    expect(await payer.poll(paymentId)).toBe("Success");
  });

  test("asks the provider when the callback never comes", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "cashfree" });
    expect((await decide(app, paymentId, { outcome: "success", callback: "none" })).json()).toMatchObject({
      currentStatus: "Pending",
    });
    await app.advance(60);
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
  });

  test("refuses to change a paid order or its price, even by SQL", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region: "INTL", provider: "stripe" });
    await decide(app, paymentId, { outcome: "success" });
    await post("stripe", paymentId, { status: "Failed" });
    expect(await payer.poll(paymentId)).toBe("Success");
    await expect(
      app.services.pool.query("update orders set status = 'Failed' where id = $1", [paymentId]),
    ).rejects.toThrow("does not move");
    await expect(
      app.services.pool.query("update orders set amount_minor = 1 where id = $1", [paymentId]),
    ).rejects.toThrow("final");
  });

  test("accepts a late payment of a failed order and cancels the order opened meanwhile", async () => {
    const payer = await makePayer(app);
    const first = await payer.open({ region: "INTL", provider: "stripe" });
    await decide(app, first.paymentId, { outcome: "failure" });
    const second = await payer.open({ region: "INTL", provider: "stripe" });
    await decide(app, first.paymentId, { outcome: "success" });
    expect([await payer.poll(first.paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
    await app.advance(30);
    expect(await payer.poll(second.paymentId)).toBe("Failed");
    expect((await decide(app, second.paymentId, { outcome: "success" })).statusCode).toBe(409);
  });

  test("refunds the second payment when a transaction is paid twice", async () => {
    const payer = await makePayer(app);
    const first = await payer.open({ region: "INTL", provider: "stripe" });
    await decide(app, first.paymentId, { outcome: "failure" });
    const second = await payer.open({ region: "INTL", provider: "stripe" });
    await decide(app, second.paymentId, { outcome: "success" });
    await post("stripe", first.paymentId);
    await app.advance(30);
    const order = (
      await payer.get(`${payment}/paid?orgId=gce&txnId=${payer.keys.txnId}&orderId=${first.paymentId}`)
    ).json<{ data: { amount: number } }>().data;
    expect(order).toMatchObject({
      currentStatus: "Success",
      region: "INTL",
      refundDetails: [{ amount: order.amount, status: "Success" }],
    });
    expect([await payer.state(), await count(app, "refunds", second.paymentId)]).toEqual(["IN_PROGRESS", 0]);
    expect(await notices(payer)).toEqual(
      expect.arrayContaining(["Payment received", "Payment returned", "Refund sent"]),
    );
  });

  test("refunds the payment when an item was added during payment", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    const { insertSubmissions } = await import("./ready-to-pay.ts");
    await insertSubmissions(app, payer.keys.txnId, [{ name: "bgv-degree", data: { degreeLevel: "doctoral" } }]);
    await decide(app, paymentId, { outcome: "success" });
    expect([await payer.poll(paymentId), await payer.state(), await count(app, "refunds", paymentId)]).toEqual([
      "Success",
      "READY_TO_SUBMIT",
      1,
    ]);
    expect((await payer.init()).statusCode).toBe(200);
  });
});

describe("listHistory", () => {
  test("lists orders by form, newest first, with the amount paid", async () => {
    const payer = await makePayer(app);
    const first = await payer.open();
    const second = await payer.open({ region: "INTL" });
    await decide(app, second.paymentId, { outcome: "success" });
    const answer = await payer.get(`${payment}/history?orgId=gce&formId=education-evaluation`);
    expect(answer.json()).toMatchObject({
      data: {
        total: 1,
        list: [
          {
            orgId: "gce",
            txnId: payer.keys.txnId,
            form: { name: "Education evaluation" },
            paymentList: [
              { _id: second.paymentId, currentStatus: "Success", provider: "paypal", price: { currencySymbol: "USD" } },
              { _id: first.paymentId, currentStatus: "Failed", totalAmountPaid: 0, amount: 3717 },
            ],
          },
        ],
      },
    });
    expect((await payer.get(`${payment}/history?orgId=harbour`)).json()).toMatchObject({
      data: { list: [], total: 0 },
    });
    expect((await payer.get(`${wallet}/transactions/info?orgId=gce&txnId=${payer.keys.txnId}`)).json()).toMatchObject({
      data: {
        paymentDetails: [
          {
            paymentId: second.paymentId,
            currentStatus: "Success",
            expressOpt: false,
            allVerificationsCompleted: false,
          },
        ],
      },
    });
    expect((await payer.get(`${payment}/poll?orgId=gce`)).json()).toMatchObject({
      data: { paymentId: second.paymentId },
    });
  });
});
