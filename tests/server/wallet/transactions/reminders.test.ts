import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TransactionListItem } from "#engine/core/scope/shapes/transactions.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { decide, makePayer, wallet } from "../../checkout/orders/ready-to-pay.ts";

// Reminders and closing notices name the missing input.

const day = 86_400;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

interface Notice {
  title: string;
  description: string;
}
const signIn = async (mobile: string) => (await app.signIn(mobile)).accessToken;
const listNotices = async (mobile: string): Promise<Notice[]> =>
  (await app.call("GET", "/notification/api/1.0/notification", { token: await signIn(mobile) })).json<{
    data: { list: Notice[] };
  }>().data.list;
const readNewest = async (mobile: string): Promise<string | undefined> => (await listNotices(mobile))[0]?.description;
async function readListed(mobile: string): Promise<TransactionListItem> {
  const answer = await app.call("GET", `${wallet}/transactions/candidate-transaction`, { token: await signIn(mobile) });
  return answer.json<{ data: { list: TransactionListItem[] } }>().data.list[0]!;
}
/** Days until the form closes. */
async function readDaysLeft(mobile: string): Promise<number> {
  const { progress } = await readListed(mobile);
  return (Date.parse(String(progress?.closesAt)) - (await app.services.clock.now()).getTime()) / (day * 1000);
}

test("reminds of the payment, not of documents, when only the payment is missing", async () => {
  const mobile = newMobile();
  await makePayer(app, { mobile });
  await app.advance(7.5 * day);
  expect(await readNewest(mobile)).toMatch(
    /^Your documents for Education evaluation go to .+ as soon as your payment arrives[.] The form closes in 23 days[.]$/,
  );
  await app.advance(23 * day);
  expect(await readNewest(mobile)).toBe(
    "Your form Education evaluation was closed because no payment arrived in time. Contact support to reopen it.",
  );
});

describe("form with an open payment", () => {
  /** A candidate whose bank has not answered 31 days after the payment. */
  async function makeWaiting(): Promise<{ mobile: string; paymentId: string }> {
    const mobile = newMobile();
    const { paymentId } = await (await makePayer(app, { mobile })).open();
    await decide(app, paymentId, { outcome: "pending" });
    await app.advance(31 * day);
    return { mobile, paymentId };
  }

  test("is neither reminded nor closed, and accepts a late payment", async () => {
    const { mobile, paymentId } = await makeWaiting();
    expect(await listNotices(mobile)).toEqual([]);
    const { state, progress } = await readListed(mobile);
    expect([state, progress?.openPayment?.paymentId, progress?.closesAt]).toEqual([
      "READY_TO_SUBMIT",
      paymentId,
      undefined,
    ]);
    await decide(app, paymentId, { outcome: "success" });
    expect((await readListed(mobile)).state).toBe("IN_PROGRESS");
  });

  test("has its thirty days, with reminders, after the bank has declined", async () => {
    const { mobile, paymentId } = await makeWaiting();
    await decide(app, paymentId, { outcome: "failure" });
    await app.advance(3601);
    expect((await readListed(mobile)).state).toBe("READY_TO_SUBMIT");
    expect(await readDaysLeft(mobile)).toBeCloseTo(30, 0);
    await app.advance(7.5 * day);
    expect(await readNewest(mobile)).toMatch(/The form closes in 23 days[.]$/);
  });
});

test("an abandoned payment does not keep a form open for ever", async () => {
  const mobile = newMobile();
  const { paymentId } = await (await makePayer(app, { mobile })).open();
  await app.advance(29 * day);
  expect((await readListed(mobile)).progress?.openPayment?.paymentId).toBe(paymentId);
  await app.advance(2 * day);
  expect((await readListed(mobile)).progress?.openPayment).toBeUndefined();
  expect(await readDaysLeft(mobile)).toBeCloseTo(30, 0);
  await app.advance(31 * day);
  expect((await readListed(mobile)).state).toBe("CLOSED");
});
