import { afterAll, beforeAll, expect, test } from "vitest";
import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { TransactionListItem } from "#engine/api/transactions.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { decide, makePayer, wallet, type Payer } from "./ready.ts";

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
