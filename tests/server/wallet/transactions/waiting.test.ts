import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TransactionListItem } from "#engine/api/transactions.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { decide, makePayer, wallet } from "../../checkout/orders/ready.ts";

// What a form waits for is said as it is, in reminders and when it was closed in vain.

const day = 86_400;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
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
/** The days until it closes by itself. */
async function readDaysLeft(mobile: string): Promise<number> {
  const { standing } = await readListed(mobile);
  return (Date.parse(String(standing?.closesAt)) - (await app.services.clock.now()).getTime()) / (day * 1000);
}

test("a form of which only the payment is missing is not said to want papers", async () => {
  const mobile = newMobile();
  await makePayer(app, { mobile });
  await app.advance(7.5 * day);
  expect(await readNewest(mobile)).toMatch(
    /^Your papers for Education evaluation go to .+ as soon as your payment arrives[.] It closes in 23 days[.]$/,
  );
  await app.advance(23 * day);
  expect(await readNewest(mobile)).toBe(
    "Your form Education evaluation was closed because no payment arrived in time. Contact support to reopen it.",
  );
});

describe("a form whose payment is with the bank", () => {
  /** Candidates whose bank has not said yet, thirty-one days after they paid. */
  async function makeWaiting(): Promise<{ mobile: string; paymentId: string }> {
    const mobile = newMobile();
    const { paymentId } = await (await makePayer(app, { mobile })).open();
    await decide(app, paymentId, { outcome: "pending" });
    await app.advance(31 * day);
    return { mobile, paymentId };
  }

  test("is neither reminded of it nor closed, and the payment is taken however late it comes", async () => {
    const { mobile, paymentId } = await makeWaiting();
    expect(await listNotices(mobile)).toEqual([]);
    const { state, standing } = await readListed(mobile);
    expect([state, standing?.openPayment?.paymentId, standing?.closesAt]).toEqual([
      "READY_TO_SUBMIT",
      paymentId,
      undefined,
    ]);
    await decide(app, paymentId, { outcome: "success" });
    expect((await readListed(mobile)).state).toBe("IN_PROGRESS");
  });

  test("has its thirty days, and is reminded in them, when the bank has said no", async () => {
    const { mobile, paymentId } = await makeWaiting();
    await decide(app, paymentId, { outcome: "failure" });
    await app.advance(3601);
    expect((await readListed(mobile)).state).toBe("READY_TO_SUBMIT");
    expect(await readDaysLeft(mobile)).toBeCloseTo(30, 0);
    await app.advance(7.5 * day);
    expect(await readNewest(mobile)).toMatch(/It closes in 23 days[.]$/);
  });
});

test("a payment that nobody made does not hold a form for ever", async () => {
  const mobile = newMobile();
  const { paymentId } = await (await makePayer(app, { mobile })).open();
  await app.advance(29 * day);
  expect((await readListed(mobile)).standing?.openPayment?.paymentId).toBe(paymentId);
  await app.advance(2 * day);
  expect((await readListed(mobile)).standing?.openPayment).toBeUndefined();
  expect(await readDaysLeft(mobile)).toBeCloseTo(30, 0);
  await app.advance(31 * day);
  expect((await readListed(mobile)).state).toBe("CLOSED");
});
