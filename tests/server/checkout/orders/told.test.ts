import { afterAll, beforeAll, expect, test } from "vitest";
import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { TransactionListItem } from "#engine/api/transactions.ts";
import type { Order, PaymentHistoryItem } from "#engine/api/payment-info.ts";
import { addWorkingDays } from "#server/wallet/steps/working-days.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { decide, makePayer, payment, wallet, type Payer } from "./ready.ts";

// What is known of a payment is told wherever its transaction is: by itself, and in the list.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
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

test("a payment that its provider has not answered for is said with the transaction and in the list", async () => {
  const payer = await makePayer(app);
  expect((await readInfo(payer)).openPayment).toBeUndefined();
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "pending" });
  const open = { paymentId, region: "IN", provider: "phonepe", amount: 3717, currencySymbol: "INR" };
  expect((await readInfo(payer)).openPayment).toMatchObject(open);
  expect((await readListed(payer)).standing?.openPayment).toMatchObject(open);
  expect((await readInfo(payer)).paymentDetails).toEqual([]);
});

test.each(["failure", "success"])("one that ended in %s is on its way no more", async (outcome) => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome });
  expect((await readInfo(payer)).openPayment).toBeUndefined();
  expect((await readListed(payer)).standing?.openPayment).toBeUndefined();
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

test("what was paid for express is said so, and promised by its own days", async () => {
  const payer = await payExpress({ given: [{ name: "bgv-twelfth" }] });
  const info = await readInfo(payer);
  const { standing } = await readListed(payer);
  expect([info.express, standing?.express]).toEqual([{ all: true }, { all: true }]);
  const { rows } = await app.services.pool.query<{ submitted_at: Date }>(
    "select submitted_at from transactions where id = $1",
    [payer.keys.txnId],
  );
  const promised = {
    minDate: addWorkingDays(rows[0]!.submitted_at, workingDays.least).toISOString(),
    maxDate: addWorkingDays(rows[0]!.submitted_at, workingDays.most).toISOString(),
  };
  expect([info.expectedCompletionDate, standing?.expectedCompletionDate]).toEqual([promised, promised]);
  expect(await payer.info(`&paymentId=${payer.paymentId}`)).toMatchObject({ expressOpted: true });
  expect((await readOrders(payer)).map(({ expressOpted }) => expressOpted)).toEqual([true]);
});

test("where something in it cannot be done express, the whole is promised by the usual days", async () => {
  const payer = await payExpress();
  const { express, expectedCompletionDate } = await readInfo(payer);
  expect(express).toEqual({ all: false });
  const days = (Date.parse(expectedCompletionDate!.maxDate) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(14);
});

test("what was paid for at the usual speed, or for a form without express, is not said to be express", async () => {
  const payer = await makePayer(app);
  expect(await payer.info("&region=IN&express=true")).toMatchObject({ expressOpted: false });
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "success" });
  expect((await readInfo(payer)).express).toBeUndefined();
  expect((await readOrders(payer)).map(({ expressOpted }) => expressOpted)).toEqual([false]);
});

test("the moment of paying is one, whatever became of the order later", async () => {
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
