import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { providers } from "#server/checkout/providers/index.ts";
import type { Outcome } from "#server/checkout/providers/provider.ts";
import { getSandboxKey, sandboxCredentials, toReference } from "#server/checkout/providers/sandboxpay.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { count, decide, makePayer, payment, wallet, type Payer } from "./ready.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
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
/** Those whose callback says itself what was paid; a phonepe callback is only a reason to ask. */
const telling = names.filter((name) => name !== "phonepe");

/** Posts a callback as the provider would, with something changed. */
async function post(
  name: string,
  orderId: string,
  change: Partial<Outcome> & { forged?: boolean; body?: (body: string) => string } = {},
) {
  const { forged = false, body = (text: string) => text, ...rest } = change;
  const { rows } = await app.services.pool.query<{ amount_minor: number; currency: string }>(
    "select amount_minor, currency from orders where id = $1",
    [orderId],
  );
  const entry = providers[name]!;
  const outcome: Outcome = {
    orderId,
    reference: toReference(orderId),
    status: "Success",
    amountMinor: rows[0]!.amount_minor,
    currency: rows[0]!.currency,
    now: await app.services.clock.now(),
    ...rest,
  };
  const callback = entry.writeCallback(
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

  test("a callback marks the order paid and hands the form in, once", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    const answer = await decide(app, paymentId, { outcome: "success", callback: "twice" });
    expect(answer.json()).toEqual({ paymentId, currentStatus: "Success" });
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
    expect([await count(app, "payment_events", paymentId), await count(app, "refunds", paymentId)]).toEqual([1, 0]);
    expect((await notices(payer)).filter((title) => title === "Payment received")).toHaveLength(1);
  });

  test("a failure is told, and the next try is a new order", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    expect((await decide(app, paymentId, { outcome: "failure" })).json()).toMatchObject({ currentStatus: "Failed" });
    expect(await payer.state()).toBe("READY_TO_SUBMIT");
    expect((await payer.open({ region, provider: name })).paymentId).not.toBe(paymentId);
  });

  test("a forged callback is 403 and has no effect", async () => {
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

describe.each(telling)("%s says", (name) => {
  const region = regionOf[name]!;

  test("another amount or currency: never Success", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    expect((await post(name, paymentId, { amountMinor: 100 })).statusCode).toBe(200);
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Pending", "READY_TO_SUBMIT"]);
    const other = await makePayer(app);
    const second = await other.open({ region, provider: name });
    await post(name, second.paymentId, { currency: region === "IN" ? "USD" : "INR" });
    expect(await other.poll(second.paymentId)).toBe("Pending");
  });

  test("something old, or with one byte changed: 403", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region, provider: name });
    const now = await app.services.clock.now();
    // What is signed ahead of time comes of age while it is on its way: the clock stands meanwhile.
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

describe("late and lost", () => {
  test("a late callback marks the order paid", async () => {
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

  test("pending for a while, then paid", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ region: "INTL" });
    expect((await decide(app, paymentId, { outcome: "pending", delaySeconds: 30 })).json()).toMatchObject({
      currentStatus: "Pending",
    });
    await app.advance(31);
    expect(await payer.poll(paymentId)).toBe("Success");
  });

  test("a callback that never comes: the provider is asked", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open({ provider: "cashfree" });
    expect((await decide(app, paymentId, { outcome: "success", callback: "none" })).json()).toMatchObject({
      currentStatus: "Pending",
    });
    await app.advance(60);
    expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
  });

  test("Success is final, also by raw SQL, and so is the price", async () => {
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

  test("an order that failed and is paid after all counts; the one opened meanwhile is cancelled", async () => {
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

  test("paid twice: the second payment is given back", async () => {
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

  test("what was added while somebody else paid is not handed in unpaid", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    const { give } = await import("./ready.ts");
    await give(app, payer.keys.txnId, [{ name: "bgv-degree", data: { degreeLevel: "doctoral" } }]);
    await decide(app, paymentId, { outcome: "success" });
    expect([await payer.poll(paymentId), await payer.state(), await count(app, "refunds", paymentId)]).toEqual([
      "Success",
      "READY_TO_SUBMIT",
      1,
    ]);
    expect((await payer.init()).statusCode).toBe(200);
  });
});

describe("history", () => {
  test("orders by form, newest first, with what was paid", async () => {
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
