import { afterAll, beforeAll, expect, test } from "vitest";
import { WalletError } from "#server/errors.ts";
import type { Provider } from "#server/checkout/providers/provider.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { count, decide, makePayer, payment } from "./ready-to-pay.ts";

let app: TestApp;
let change: Partial<Provider> = {};
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
  const { get, find } = app.services.payments;
  app.services.payments = { find, get: (name) => ({ ...get(name), ...change }) };
});
afterAll(() => app?.close());

const away = async (): Promise<never> => {
  throw new WalletError("unavailable", { retryAfterSeconds: 10 });
};

test("answers 503 with Retry-After when the provider is down, and reuses the order on retry", async () => {
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

test("replaces an order without a session when the choice changes", async () => {
  const payer = await makePayer(app);
  change = { createSession: away };
  await payer.init();
  change = {};
  expect(await payer.open({ region: "INTL" })).toMatchObject({ provider: "paypal" });
});

test("calls the provider once when many requests arrive at once", async () => {
  const payer = await makePayer(app);
  let requests = 0;
  const slow = app.services.payments.get("phonepe").createSession;
  change = {
    createSession: async (request) => {
      requests += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return slow(request);
    },
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => payer.init()));
  change = {};
  expect([requests, new Set(answers.map((answer) => answer.body)).size]).toEqual([1, 1]);
});

test("retries a refund until the provider accepts it", async () => {
  const payer = await makePayer(app);
  const first = await payer.open({ region: "INTL", provider: "stripe" });
  await decide(app, first.paymentId, { outcome: "failure" });
  const second = await payer.open({ region: "INTL", provider: "stripe" });
  await decide(app, second.paymentId, { outcome: "success" });
  let requests = 0;
  change = {
    refund: async () => {
      requests += 1;
      if (requests < 3) return away();
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
  expect([await statusOf(), requests]).toEqual([["Success"], 3]);
});

test("backs off when the provider reports another amount", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open({ provider: "phonepe" });
  const requests: string[] = [];
  change = {
    findStatus: async ({ orderId }) => {
      requests.push(orderId);
      return { status: "Success", amountMinor: 1, currency: "INR" };
    },
  };
  for (const seconds of [10, 1, 1, 1]) await app.advance(seconds);
  change = {};
  expect(requests.filter((id) => id === paymentId)).toHaveLength(1);
});

test("applies the same callback once when it arrives ten times at once", async () => {
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

test("repeats the first answer to an Idempotency-Key and rejects another body", async () => {
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
