import { afterAll, beforeAll, expect, test } from "vitest";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { decide, makePayer, wallet, type Payer } from "./ready-to-pay.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const skip = ({ token, keys }: Payer, name: string, language = "en") =>
  app.call("POST", `${wallet}/transactions/process/mark-as-skip`, {
    token,
    body: { ...keys, verificationNameList: [name] },
    headers: { "accept-language": language },
  });

const readInfo = async ({ get, keys }: Payer) =>
  (await get(`${wallet}/transactions/info?orgId=${keys.orgId}&txnId=${keys.txnId}`)).json<{ data: TxnInfo }>().data;

const readNotices = async ({ get }: Payer) =>
  (await get("/notification/api/1.0/notification?seed=0&count=20"))
    .json<{ data: { list: { title: string; description: string }[] } }>()
    .data.list.map(({ title, description }) => `${title}: ${description}`);

test("cancels the open payment and tells the candidate when the form changes", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  expect((await skip(payer, "bgv-twelfth")).statusCode).toBe(200);
  expect([await payer.poll(paymentId), (await readInfo(payer)).openPayment]).toEqual(["Failed", undefined]);
  expect((await decide(app, paymentId, { outcome: "success" })).statusCode).toBe(409);
  expect(await readNotices(payer)).toContainEqual(
    expect.stringMatching(/^Payment cancelled: .*₹3,717.*Nothing was charged/),
  );
  const again = await payer.open();
  expect(again.paymentId).not.toBe(paymentId);
});

test("refuses a change until the payment can be cancelled, and states when", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "pending" });
  const refused = await skip(payer, "bgv-twelfth");
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 109,
    message: expect.stringMatching(/^Your payment is being processed\. You can change this in about 2[01] minutes/),
    data: { reason: "payment-open" },
  });
  expect((await skip(payer, "bgv-twelfth", "hi")).json()).toMatchObject({
    message: expect.stringContaining("भुगतान पर काम"),
  });
  const { openPayment, verificationList } = await readInfo(payer);
  expect(openPayment!.lockedMinutes).toBeGreaterThan(19);
  expect(verificationList["bgv-twelfth"]?.allowed?.["transactions"]).toMatchObject({
    skip: { yes: false, reason: "payment-open" },
  });

  // PhonePe ends an order after 20 minutes.
  await app.services.pool.query("update sandbox_payments set outcome = null where order_id = $1", [paymentId]);
  expect((await skip(payer, "bgv-twelfth")).statusCode).toBe(409);
  await app.advance(1300);
  expect((await skip(payer, "bgv-twelfth")).statusCode).toBe(200);
});

test("refunds the difference with its reason when a payment arrives after something was removed", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  const before = (await payer.info("&region=IN"))["toPay"] as number;
  await skip(payer, "bgv-twelfth");
  const after = (await payer.info("&region=IN"))["toPay"] as number;
  // The cancellation did not reach the bank.
  await app.services.pool.query("update sandbox_payments set cancelled_at = null where order_id = $1", [paymentId]);
  await decide(app, paymentId, { outcome: "success" });
  expect(await payer.state()).toBe("IN_PROGRESS");
  const receipt = await payer.info(`&paymentId=${paymentId}`);
  expect(receipt["refundDetails"]).toMatchObject([
    { amount: before - after, reason: "You removed items before the payment arrived" },
  ]);
  expect(await readNotices(payer)).toContainEqual(expect.stringContaining("Part of your payment is returned"));
  await app.advance(30);
  expect(await readNotices(payer)).toContainEqual(expect.stringContaining("Refund sent"));
});
