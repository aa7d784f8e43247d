import { afterAll, beforeAll, expect, test } from "vitest";
import { callProvider } from "#server/checkout/providers/http.ts";
import { paypal } from "#server/checkout/providers/paypal.ts";
import type { Provider } from "#server/checkout/providers/provider.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { clientId, clientSecret, startPaypal, type PaypalStandIn } from "../stand-ins/paypal.ts";
import { makePayer, type Payer } from "./ready-to-pay.ts";

let app: TestApp;
let standIn: PaypalStandIn;
let driver: Provider;
beforeAll(async () => {
  standIn = await startPaypal();
  driver = paypal.connect(
    {
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_WEBHOOK_ID: "WH-1",
      PAYPAL_URL: standIn.base,
    },
    callProvider,
  );
  app = await startTestApp({ config: await definitionsConfig() });
  const { get, find } = app.services.payments;
  app.services.payments = { find, get: (name) => (name === "paypal" ? driver : get(name)) };
});
afterAll(async () => {
  await app?.close();
  await standIn?.close();
});

/** A candidate who approved a payment on PayPal's page. `reference`: PayPal's id of the order. */
async function approve(): Promise<{ payer: Payer; paymentId: string; reference: string }> {
  const payer = await makePayer(app);
  const { paymentId, web } = await payer.open({ region: "INTL", provider: "paypal" });
  const reference = new URL(web).searchParams.get("token")!;
  standIn.approve(reference);
  return { payer, paymentId, reference };
}

const ordersOf = async ({ keys }: Payer) =>
  (
    await app.services.pool.query<{ provider: string; status: string }>(
      "select provider, status from orders where transaction_id = $1 order by created_at",
      [keys.txnId],
    )
  ).rows;

test("opens no second payment during PayPal's review, and settles the first after it", async () => {
  const { payer, paymentId, reference } = await approve();
  standIn.review(reference);
  expect(await payer.poll(paymentId)).toBe("Pending");
  expect((await payer.init({ region: "INTL", provider: "stripe" })).json()).toMatchObject({
    code: 112,
    data: { paymentId },
  });
  expect(await ordersOf(payer)).toEqual([{ provider: "paypal", status: "Pending" }]);
  standIn.judge(reference, "COMPLETED");
  await app.advance(30);
  expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
});

test("opens another payment after a review declined the first", async () => {
  const { payer, paymentId, reference } = await approve();
  standIn.review(reference);
  expect(await payer.poll(paymentId)).toBe("Pending");
  standIn.judge(reference, "DECLINED");
  expect(await payer.open({ region: "INTL", provider: "stripe" })).toMatchObject({ provider: "stripe" });
  expect(await payer.poll(paymentId)).toBe("Failed");
});

test("finds a payment captured during cancellation after a minute, without a callback", async () => {
  const { payer, paymentId, reference } = await approve();
  const { rows } = await app.services.pool.query<{ amount_minor: number; currency: string }>(
    "select amount_minor, currency from orders where id = $1",
    [paymentId],
  );
  const other = await payer.open({ region: "INTL", provider: "stripe" });
  // Imitates a server that crashed before it received the response.
  const { amount_minor: amountMinor, currency } = rows[0]!;
  await driver.findStatus({ orderId: paymentId, reference, amountMinor, currency, isOpen: true });
  expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Failed", "READY_TO_SUBMIT"]);
  await app.advance(61);
  expect([await payer.poll(paymentId), await payer.state()]).toEqual(["Success", "IN_PROGRESS"]);
  await app.advance(10);
  expect(await payer.poll(other.paymentId)).toBe("Failed");
});
