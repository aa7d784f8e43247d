import { findOrder } from "#server/checkout/orders/rows.ts";
import { insertRefund, runRefunds } from "#server/checkout/orders/refunds.ts";
import { transact } from "#server/platform/store/database.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import type { TestApp } from "../app.ts";
import { makePayer, payment } from "../checkout/orders/ready-to-pay.ts";
import { paymentCases as paymentFaults } from "../faults/cases/payments.ts";
import { paid } from "../faults/cases/preparations.ts";
import { verificationCases } from "../faults/cases/verifications.ts";
import { send, type FaultCase } from "../faults/prepared-call.ts";
import type { OnceCase } from "./once-case.ts";

/** Orders, callbacks of providers, refunds and invoices. */
export const paymentCases: Readonly<Record<string, OnceCase>> = {
  "a transaction has one open order": {
    winners: "same",
    prepare: async (app) => {
      const { init, keys } = await makePayer(app);
      return {
        attempt: async () => {
          const answer = await init();
          return { won: answer.statusCode === 200, given: answer.json().data?.paymentId };
        },
        countsOnce: [["select count(*) from orders where transaction_id = $1", keys.txnId]],
      };
    },
  },
  "a callback settles an order once": {
    winners: "same",
    prepare: (app) => deliver(app, paymentFaults["paymentWebhook"]),
  },
  "a callback that only announces a result settles an order once": {
    winners: "same",
    prepare: (app) => deliver(app, paymentFaults["paymentWebhook (that is asked about)"]),
  },
  "a verifier's result is applied once": {
    winners: "same",
    prepare: (app) => deliver(app, verificationCases["verificationWebhook"]),
  },
  "an order is refunded in full once": {
    winners: "one",
    prepare: async (app) => {
      const { services } = app;
      const { paymentId } = await paid(app);
      const order = (await findOrder(services.db, paymentId))!;
      return {
        attempt: () =>
          transact(services.db, async (tx) => {
            const { amountMinor } = order;
            const now = await readNow(tx);
            const id = await insertRefund(tx, { order, amountMinor, reason: "refund-degree-not-confirmed", now });
            return { won: id !== undefined };
          }),
        countsOnce: [
          ["select count(*) from refunds where order_id = $1", paymentId],
          [
            "select count(*) from orders o where id = $1 and amount_minor = (select sum(amount_minor) from refunds where order_id = o.id)",
            paymentId,
          ],
        ],
      };
    },
  },
  "a refund is sent and announced once": {
    winners: "same",
    prepare: async (app) => {
      const { services } = app;
      const { paymentId } = await paid(app);
      const order = (await findOrder(services.db, paymentId))!;
      await transact(services.db, async (tx) =>
        insertRefund(tx, { order, amountMinor: 100, reason: "refund-degree-not-confirmed", now: await readNow(tx) }),
      );
      return {
        attempt: async () => {
          await runRefunds(services);
          return { won: true };
        },
        countsOnce: [
          ["select count(*) from refunds where order_id = $1 and status = 'Success' and tries = 0", paymentId],
          [
            "select count(*) from notifications where message->>'key' = 'refund-sent' and message->'about'->>'paymentId' = $1",
            paymentId,
          ],
        ],
      };
    },
  },
  "an order has one invoice number": {
    winners: "same",
    prepare: async (app) => {
      const { token, keys, paymentId } = await paid(app);
      const url = `${payment}/invoice?orgId=${keys.orgId}&txnId=${keys.txnId}&orderId=${paymentId}`;
      return {
        attempt: async () => ({ won: (await app.call("GET", url, { token })).statusCode === 200 }),
        countsOnce: [["select count(*) from invoices where order_id = $1", paymentId]],
      };
    },
  },
  "invoice numbers are given once, without gaps": {
    winners: "same",
    prepare: async (app, attempts) => {
      const payers: Awaited<ReturnType<typeof paid>>[] = [];
      for (let n = 0; n < attempts; n += 1) payers.push(await paid(app));
      return {
        attempt: async (at) => {
          const { token, keys, paymentId } = payers[at]!;
          const url = `${payment}/invoice?orgId=${keys.orgId}&txnId=${keys.txnId}&orderId=${paymentId}`;
          return { won: (await app.call("GET", url, { token })).statusCode === 200 };
        },
        countsOnce: [
          ["select 1 + max(number) - count(*) as count from invoices"],
          ["select 1 + count(*) - count(distinct number) as count from invoices"],
        ],
      };
    },
  },
};

/** The same callback, delivered several times: all are answered alike, one has an effect. */
async function deliver(app: TestApp, prepare: FaultCase | undefined): ReturnType<OnceCase["prepare"]> {
  const call = await prepare!(app, Buffer.alloc(0));
  return {
    attempt: async () => {
      const answer = await send(app, call, "");
      return { won: answer.statusCode === 200, given: answer.json() };
    },
    countsOnce: call.countsOnce,
  };
}
