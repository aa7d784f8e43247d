import { afterAll, beforeAll, expect, test } from "vitest";
import { WalletError } from "#server/errors.ts";
import type { Provider } from "#server/checkout/providers/provider.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { count, decide, makePayer, payment } from "./ready.ts";

let app: TestApp;
let change: Partial<Provider> = {};
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
  const { get, find } = app.services.payments;
  app.services.payments = { find, get: (name) => ({ ...get(name), ...change }) };
});
afterAll(() => app?.close());

const away = async (): Promise<never> => {
  throw new WalletError("unavailable", { retryAfterSeconds: 10 });
};

test("a provider that is away is 503 with Retry-After; the next try takes up the same order", async () => {
  const payer = await makePayer(app);
  change = { createSession: away };
  const answer = await payer.init();
  change = {};
  expect([answer.statusCode, answer.json<{ code: number }>().code, answer.headers["retry-after"]]).toEqual([
    503,
    120,
    "10",
  ]);
  const { paymentId } = await payer.open();
  const { rows } = await app.services.pool.query("select id from orders where transaction_id = $1", [payer.keys.txnId]);
  expect(rows).toEqual([{ id: paymentId }]);
});

test("an order without a session gives way to another choice at once", async () => {
  const payer = await makePayer(app);
  change = { createSession: away };
  await payer.init();
  change = {};
  expect(await payer.open({ region: "INTL" })).toMatchObject({ provider: "paypal" });
});

test("of many requests at once one asks the provider", async () => {
  const payer = await makePayer(app);
  let asked = 0;
  const slow = app.services.payments.get("phonepe").createSession;
  change = {
    createSession: async (request) => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return slow(request);
    },
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => payer.init()));
  change = {};
  expect([asked, new Set(answers.map((answer) => answer.body)).size]).toEqual([1, 1]);
});

test("a refund that the provider does not take yet is tried again until it does", async () => {
  const payer = await makePayer(app);
  const first = await payer.open({ region: "INTL", provider: "stripe" });
  await decide(app, first.paymentId, { outcome: "failure" });
  const second = await payer.open({ region: "INTL", provider: "stripe" });
  await decide(app, second.paymentId, { outcome: "success" });
  let asked = 0;
  change = {
    refund: async () => {
      asked += 1;
      if (asked < 3) return away();
      return "Success";
    },
  };
  await decide(app, first.paymentId, { outcome: "success" });
  const statusOf = async () =>
    (
      await app.services.pool.query<{ status: string }>("select status from refunds where order_id = $1", [
        first.paymentId,
      ])
    ).rows.map(({ status }) => status);
  await app.advance(1);
  expect(await statusOf()).toEqual(["Pending"]);
  for (const seconds of [15, 30, 60]) await app.advance(seconds);
  change = {};
  expect([await statusOf(), asked]).toEqual([["Success"], 3]);
});

test("a provider that reports another amount than ours is asked ever more seldom, not in every round", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open({ provider: "phonepe" });
  const asked: string[] = [];
  change = {
    findStatus: async ({ orderId }) => {
      asked.push(orderId);
      return { status: "Success", amountMinor: 1, currency: "INR" };
    },
  };
  for (const seconds of [10, 1, 1, 1]) await app.advance(seconds);
  change = {};
  expect(asked.filter((id) => id === paymentId)).toHaveLength(1);
});

test("the same callback ten times at once: one effect", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open({ provider: "cashfree" });
  await decide(app, paymentId, { outcome: "success", callback: "none" });
  await Promise.all(Array.from({ length: 10 }, () => decide(app, paymentId, { outcome: "success" })));
  expect([await payer.poll(paymentId), await count(app, "payment_events", paymentId)]).toEqual(["Success", 1]);
  const { rows } = await app.services.pool.query(
    "select 1 from audit_log where event = 'payment' and detail->>'orderId' = $1",
    [paymentId],
  );
  expect(rows).toHaveLength(1);
});

test("an Idempotency-Key answers as before, and refuses another body", async () => {
  const payer = await makePayer(app);
  const call = (region: string) =>
    app.call("POST", `${payment}/init`, {
      token: payer.token,
      headers: { "idempotency-key": `key-${payer.keys.txnId}` },
      body: { ...payer.keys, region, express: false },
    });
  const first = await call("IN");
  expect((await call("IN")).body).toBe(first.body);
  expect((await call("INTL")).json()).toMatchObject({ code: 112 });
});
