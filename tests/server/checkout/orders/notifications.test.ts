import { afterAll, beforeAll, expect, test } from "vitest";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { TransactionListItem } from "#engine/core/scope/shapes/transactions.ts";
import type { Order, PaymentHistoryItem } from "#engine/core/scope/shapes/payment-info.ts";
import { addWorkingDays } from "#server/wallet/steps/working-days.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { decide, makePayer, payment, wallet, type Payer } from "./ready-to-pay.ts";

// The state of a payment is the same in the transaction and in the list.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

async function readInfo({ get, keys }: Payer): Promise<TxnInfo> {
  const answer = await get(`${wallet}/transactions/info?orgId=${keys.orgId}&txnId=${keys.txnId}`);
  return answer.json<{ data: TxnInfo }>().data;
}

async function readListed({ get, keys }: Payer): Promise<TransactionListItem> {
  const { list } = (await get(`${wallet}/transactions/candidate-transaction?count=100`)).json<{
    data: { list: TransactionListItem[] };
  }>().data;
  return list.find(({ txnId }) => txnId === keys.txnId)!;
}

async function readOrders({ get, keys }: Payer): Promise<Order[]> {
  const answer = await get(`${payment}/history?orgId=${keys.orgId}`);
  const { list } = answer.json<{ data: { list: PaymentHistoryItem[] } }>().data;
  return list.flatMap(({ txnId, paymentList }) => (txnId === keys.txnId ? paymentList : []));
}

test("shows a payment without a result in the transaction and in the list", async () => {
  const payer = await makePayer(app);
  expect((await readInfo(payer)).openPayment).toBeUndefined();
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "pending" });
  const open = { paymentId, region: "IN", provider: "phonepe", amount: 3717, currencySymbol: "INR" };
  expect((await readInfo(payer)).openPayment).toMatchObject(open);
  expect((await readListed(payer)).progress?.openPayment).toMatchObject(open);
  expect((await readInfo(payer)).paymentDetails).toEqual([]);
});

test.each(["failure", "success"])("shows no open payment after it ended in %s", async (outcome) => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome });
  expect((await readInfo(payer)).openPayment).toBeUndefined();
  expect((await readListed(payer)).progress?.openPayment).toBeUndefined();
});

const lotus = { orgId: "lotus", formId: "admission" };
const workingDays = { least: 2, most: 4 };

async function payExpress(more: Partial<Parameters<typeof makePayer>[1]> = {}): Promise<Payer & { paymentId: string }> {
  const payer = await makePayer(app, { ...lotus, ...more });
  expect(await payer.info("&region=IN&express=true")).toMatchObject({ expressOpted: true });
  expect(await payer.info("&region=IN")).toMatchObject({ expressOpted: false });
  const { paymentId } = await payer.open({ express: true });
  await decide(app, paymentId, { outcome: "success" });
  return { ...payer, paymentId };
}

test("marks an express payment as express and promises the express days", async () => {
  const payer = await payExpress({ submissions: [{ name: "bgv-twelfth" }] });
  const info = await readInfo(payer);
  const { progress } = await readListed(payer);
  expect([info.express, progress?.express]).toEqual([{ all: true }, { all: true }]);
  const { rows } = await app.services.pool.query<{ submitted_at: Date }>(
    "select submitted_at from transactions where id = $1",
    [payer.keys.txnId],
  );
  const promised = {
    minDate: addWorkingDays(rows[0]!.submitted_at, workingDays.least).toISOString(),
    maxDate: addWorkingDays(rows[0]!.submitted_at, workingDays.most).toISOString(),
  };
  expect([info.expectedCompletionDate, progress?.expectedCompletionDate]).toEqual([promised, promised]);
  expect(await payer.info(`&paymentId=${payer.paymentId}`)).toMatchObject({ expressOpted: true });
  expect((await readOrders(payer)).map(({ expressOpted }) => expressOpted)).toEqual([true]);
});

test("promises the normal days when one item cannot be express", async () => {
  const payer = await payExpress();
  const { express, expectedCompletionDate } = await readInfo(payer);
  expect(express).toEqual({ all: false });
  const days = (Date.parse(expectedCompletionDate!.maxDate) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(14);
});

test("does not mark a normal payment, or a form without express, as express", async () => {
  const payer = await makePayer(app);
  expect(await payer.info("&region=IN&express=true")).toMatchObject({ expressOpted: false });
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "success" });
  expect((await readInfo(payer)).express).toBeUndefined();
  expect((await readOrders(payer)).map(({ expressOpted }) => expressOpted)).toEqual([false]);
});

test("keeps the time of payment when the order changes later", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  expect(await payer.info(`&paymentId=${paymentId}`)).not.toHaveProperty("paidAt");
  await app.advance(60);
  await decide(app, paymentId, { outcome: "success" });
  await app.services.pool.query("update orders set updated_at = app_now() + interval '1 hour' where id = $1", [
    paymentId,
  ]);
  const bill = (await payer.info(`&paymentId=${paymentId}`)) as { createdAt: string; paidAt: string };
  const [order] = await readOrders(payer);
  expect([order?.createdAt, order?.paidAt]).toEqual([bill.createdAt, bill.paidAt]);
  expect(Date.parse(bill.paidAt) - Date.parse(bill.createdAt)).toBeGreaterThanOrEqual(60_000);
});
