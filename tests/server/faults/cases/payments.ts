import { providers } from "#server/checkout/providers/index.ts";
import { getSandboxKey, sandboxCredentials, toSandboxReference } from "#server/checkout/providers/sandbox-driver.ts";
import type { TestApp } from "../../app.ts";
import { decide, makePayer, payment } from "../../checkout/orders/ready-to-pay.ts";
import type { FaultCase, PreparedCall } from "../prepared-call.ts";
import { paid } from "./preparations.ts";

/** Payments, and how their results arrive. */
export const paymentCases: Readonly<Record<string, FaultCase>> = {
  "payments.init": async (app) => {
    const { token, keys } = await makePayer(app);
    return {
      method: "POST",
      url: `${payment}/init`,
      token,
      body: { ...keys, region: "IN", express: false },
      countsOnce: [
        ["select count(*) from orders where transaction_id = $1 and closed_at is null", keys.txnId],
        ["select count(*) from orders where transaction_id = $1", keys.txnId],
        [
          "select count(*) from sandbox_payments where order_id in (select id from orders where transaction_id = $1)",
          keys.txnId,
        ],
      ],
    };
  },
  // It queries the provider every five seconds at most, for all waiting calls together.
  "payments.poll": async (app) => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    await decide(app, paymentId, { outcome: "success", callback: "none" });
    return {
      method: "GET",
      url: `${payment}/poll?orgId=${payer.keys.orgId}&paymentId=${paymentId}`,
      token: payer.token,
      withoutKey: true,
      waitSeconds: 6,
      countsOnce: settled(payer.keys.txnId, paymentId),
    };
  },
  "payments.invoice": async (app) => {
    const { token, keys, paymentId } = await paid(app);
    return {
      method: "GET",
      url: `${payment}/invoice?orgId=${keys.orgId}&txnId=${keys.txnId}&orderId=${paymentId}`,
      token,
      withoutKey: true,
      countsOnce: [
        ["select count(*) from invoices where order_id = $1", paymentId],
        // Numbers have no gaps.
        ["select 1 + max(number) - count(*) as count from invoices"],
      ],
    };
  },
  // One provider reports the result itself, the other only that there is one. Both repeat until they get 2xx.
  paymentWebhook: (app) => callBack(app, "cashfree"),
  "paymentWebhook (that is asked about)": (app) => callBack(app, "phonepe"),
};

const settled = (txnId: string, orderId: string): PreparedCall["countsOnce"] => [
  ["select count(*) from orders where id = $1 and status = 'Success'", orderId],
  ["select count(*) from audit_log where event = 'payment' and detail->>'orderId' = $1", orderId],
  ["select 1 + count(*) as count from refunds where order_id = $1", orderId],
  ["select count(*) from state_ledger where transaction_id = $1 and item is null and to_state = 'IN_PROGRESS'", txnId],
  [
    "select count(*) from notifications where message->>'key' = 'payment-received' and message->'about'->>'paymentId' = $1",
    orderId,
  ],
];

/** A callback as the provider posts it. */
async function callBack(app: TestApp, provider: string): Promise<PreparedCall> {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open({ provider });
  const { pool, secrets, clock } = app.services;
  const { rows } = await pool.query<{ amount: number; currency: string }>(
    "update sandbox_payments set outcome = 'success', callback = 'none', settles_at = app_now() where order_id = $1 returning amount_minor as amount, currency",
    [paymentId],
  );
  const entry = providers[provider]!;
  const { body, headers } = entry.signCallback(
    {
      orderId: paymentId,
      reference: toSandboxReference(paymentId),
      status: "Success",
      amountMinor: rows[0]!.amount,
      currency: rows[0]!.currency,
      now: await clock.now(),
    },
    sandboxCredentials(provider, entry, secrets),
    await getSandboxKey(),
  );
  return {
    method: "POST",
    url: `/webhooks/payments/${provider}`,
    headers: { "content-type": "application/json", ...headers },
    raw: body,
    withoutKey: true,
    countsOnce: [
      ...settled(payer.keys.txnId, paymentId),
      ["select count(*) from payment_events where order_id = $1", paymentId],
    ],
  };
}
