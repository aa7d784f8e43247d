import { afterAll, beforeAll, expect, test } from "vitest";
import { WalletError } from "#server/errors.ts";
import { ProviderRefusal } from "#server/checkout/providers/http.ts";
import type { Provider } from "#server/checkout/providers/provider.ts";
import type { ApprovalList } from "#engine/core/scope/shapes/approvals.ts";
import type { StaffOrder } from "#engine/core/scope/shapes/staff-orders.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { codeOf, hire, read, reasonOf } from "../../staff/staff-member.ts";
import { decide, makePayer, payment, type Payer } from "../orders/ready-to-pay.ts";

type Person = Awaited<ReturnType<typeof hire>>;

let app: TestApp;
let fred: Person;
let lena: Person;
let change: Partial<Provider> = {};
/** The refunds that the provider was asked for. */
let sent: { orderId: string; id: string; amountMinor: number; reason: string }[] = [];

beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
  const { get, find } = app.services.payments;
  app.services.payments = {
    find,
    get: (name) => {
      const driver = { ...get(name), ...change };
      return {
        ...driver,
        refund: (order, asked) => (sent.push({ ...asked, orderId: order.orderId }), driver.refund(order, asked)),
      };
    },
  };
});
afterAll(() => app?.close());

/** A paid order. Staff sign in for it, because the tests move the clock. */
async function pay(): Promise<{ payer: Payer; orderId: string; paidMinor: number }> {
  [fred, lena] = [await hire(app, "finance"), await hire(app, "finance-lead")];
  [change, sent] = [{}, []];
  const payer = await makePayer(app);
  const { paymentId: orderId } = await payer.open();
  await decide(app, orderId, { outcome: "success" });
  return { payer, orderId, paidMinor: (await look(orderId)).refundableMinor };
}

const look = async (orderId: string, { browser } = fred): Promise<StaffOrder> =>
  read<StaffOrder>(await browser.call("GET", `/organisations/gce/orders/${orderId}`));
const refund = (orderId: string, body: object, { browser } = fred) =>
  browser.call("POST", `/organisations/gce/orders/${orderId}/refunds`, { reason: "too-late", ...body });
const approvals = async ({ browser } = lena) =>
  read<ApprovalList>(await browser.call("GET", "/organisations/gce/approvals")).list;
const answer = (id: string, approve: boolean, { browser } = lena) =>
  browser.call("POST", `/organisations/gce/approvals/${id}`, { approve });
const receipt = async (payer: Payer, orderId: string) =>
  (await payer.get(`${payment}/paid?orgId=gce&txnId=${payer.keys.txnId}&orderId=${orderId}`)).json<{
    data: { currentStatus: string; refundDetails: { amount: number; status: string; reason: string }[] };
  }>().data;
const sentFor = (orderId: string) => sent.filter((one) => one.orderId === orderId);
const audit = async (event: string, orderId: string) =>
  (
    await app.services.pool.query<{ detail: Record<string, unknown> }>(
      "select detail from audit_log where event = $1 and detail->>'orderId' = $2",
      [event, orderId],
    )
  ).rows.map(({ detail }) => detail);

test("refunds a part below the limit, and the candidate reads the reason", async () => {
  const { payer, orderId, paidMinor } = await pay();
  const body = { amountMinor: 50_050, refundableMinor: paidMinor, note: "Sorry for the wait." };
  const made = read<StaffOrder>(await refund(orderId, body));
  expect(made.refundList).toMatchObject([{ amount: 500.5, status: "Pending", requestedBy: expect.any(String) }]);
  expect(made.refundableMinor).toBe(paidMinor - 50_050);
  expect(made.limitMinor).toBe(200_000 - 50_050);
  await app.advance(60);
  expect(await receipt(payer, orderId)).toMatchObject({
    currentStatus: "Success",
    refundDetails: [
      { amount: 500.5, status: "Success", reason: "We took longer than we promised.\nSorry for the wait." },
    ],
  });
  // What a colleague wrote is not for the provider.
  expect(sentFor(orderId)).toMatchObject([{ amountMinor: 50_050, reason: "We took longer than we promised." }]);
  const notices = (await payer.get("/notification/api/1.0/notification?seed=0&count=10")).body;
  expect(notices).toContain("is returning ₹500.50 to you. We took longer than we promised.");
  expect(await audit("refund", orderId)).toMatchObject([{ staffId: fred.id, amountMinor: 50_050 }]);
  expect(await audit("staff-call", orderId)).toContainEqual(expect.objectContaining({ operation: "refunds.create" }));
});

test("waits for a second person above the limit, who is another than the one who asked", async () => {
  const { orderId, paidMinor } = await pay();
  expect(paidMinor).toBeGreaterThan(300_000);
  // Two parts, each below the limit of 2,000 rupees, are together above it.
  expect((await refund(orderId, { amountMinor: 200_000, refundableMinor: paidMinor })).statusCode).toBe(200);
  const body = { amountMinor: 150_000, refundableMinor: paidMinor - 200_000 };
  const asked = await refund(orderId, body, lena);
  expect(codeOf(asked)).toEqual([403, 124]);
  const [request] = (await look(orderId)).requestList;
  expect(request).toMatchObject({ isApproved: false, detail: { amountMinor: 150_000, currency: "INR", orderId } });
  const own = await answer(request!.id, true, lena);
  expect([codeOf(own), reasonOf(own)]).toEqual([[409, 109], "own-request"]);
  // Who may refund but not approve sees no list and gives no answer.
  expect(codeOf(await answer(request!.id, true, fred))).toEqual([403, 103]);
  const second = await hire(app, "finance-lead");
  const me = read<{ waiting: Record<string, number> }>(await second.browser.call("GET", "/staff/me"));
  expect(me.waiting).toEqual({ gce: (await approvals(second)).length });
  expect((await answer(request!.id, true, second)).statusCode).toBe(200);
  // The approval is for exactly this call, and once.
  expect(codeOf(await refund(orderId, { ...body, amountMinor: 150_001 }, lena))).toEqual([403, 124]);
  const done = read<StaffOrder>(await refund(orderId, body, lena));
  expect(done.refundList[0]).toMatchObject({ amount: 1500, approvedBy: expect.stringContaining("finance-lead") });
  expect(done.requestList).toEqual([]);
});

test("refuses more than what is left, an unknown reason, and an order that is not paid", async () => {
  const { orderId, paidMinor } = await pay();
  const all = { refundableMinor: paidMinor };
  const tooMuch = await refund(orderId, { ...all, amountMinor: paidMinor + 1 });
  expect([codeOf(tooMuch), tooMuch.json().fields]).toMatchObject([
    [422, 106],
    [{ pointer: "/amountMinor", reason: "refund-too-high" }],
  ]);
  const unknown = await refund(orderId, { ...all, amountMinor: 100, reason: "because" });
  expect(codeOf(unknown)).toEqual([422, 106]);
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  const unpaid = await refund(paymentId, { amountMinor: 100, refundableMinor: 0 });
  expect([codeOf(unpaid), reasonOf(unpaid)]).toEqual([[409, 109], "order-not-paid"]);
  // Money is whole minor units.
  expect((await refund(orderId, { ...all, amountMinor: 10.5 })).statusCode).toBe(400);
});

test("lets one of two people refund at the same time", async () => {
  const { orderId, paidMinor } = await pay();
  const body = { amountMinor: 10_000, refundableMinor: paidMinor };
  const answers = await Promise.all([refund(orderId, body), refund(orderId, body, lena), refund(orderId, body)]);
  expect(answers.map((one) => one.statusCode).toSorted()).toEqual([200, 409, 409]);
  expect(reasonOf(answers.find((one) => one.statusCode === 409)!)).toBe("refunds-changed");
  await app.advance(60);
  expect(sentFor(orderId)).toHaveLength(1);
});

test("moves a failed form to REFUNDED only when all of it is refunded", async () => {
  const { payer, orderId, paidMinor } = await pay();
  for (const verificationName of ["bgv-degree", "bgv-twelfth"])
    await app.call("POST", "/sandbox/verifier", {
      body: { txnId: payer.keys.txnId, verificationName, outcome: "fail", reason: "No answer" },
    });
  expect(await payer.state()).toBe("FAILED");
  await refund(orderId, { amountMinor: paidMinor - 100, refundableMinor: paidMinor });
  const [request] = (await look(orderId)).requestList;
  await answer(request!.id, true);
  await refund(orderId, { amountMinor: paidMinor - 100, refundableMinor: paidMinor });
  await app.advance(60);
  expect(await payer.state()).toBe("FAILED");
  [fred, lena] = [await hire(app, "finance"), await hire(app, "finance-lead")];
  expect((await refund(orderId, { amountMinor: 100, refundableMinor: 100 })).statusCode).toBe(200);
  await app.advance(60);
  expect([await payer.state(), (await receipt(payer, orderId)).currentStatus]).toEqual(["REFUNDED", "Success"]);
});

test("shows a refund that the provider refuses or does not answer, and sends the same one again", async () => {
  const { payer, orderId, paidMinor } = await pay();
  change = { refund: () => Promise.reject(new ProviderRefusal(400, "INSUFFICIENT_BALANCE")) };
  await refund(orderId, { amountMinor: 10_000, refundableMinor: paidMinor });
  await app.advance(60);
  const refused = await look(orderId);
  expect(refused).toMatchObject({ issue: "refund-refused", refundList: [{ status: "Pending", problem: "refused" }] });
  expect((await receipt(payer, orderId)).refundDetails).toMatchObject([{ status: "Pending" }]);
  change = { refund: () => Promise.reject(new WalletError("unavailable")) };
  const retry = () =>
    fred.browser.call("POST", `/organisations/gce/orders/${orderId}/refunds/${refused.refundList[0]!.id}/retry`);
  expect((await retry()).statusCode).toBe(200);
  await app.advance(11);
  expect((await look(orderId)).refundList).toMatchObject([{ status: "Pending", problem: "unreachable" }]);
  change = { refund: async () => "Pending" };
  await retry();
  await app.advance(11);
  const [late] = (await look(orderId)).refundList;
  expect([late!.problem, late!.sentAt]).toEqual([undefined, expect.any(String)]);
  change = {};
  await retry();
  await app.advance(11);
  expect((await look(orderId)).refundList).toMatchObject([{ status: "Success" }]);
  expect(new Set(sentFor(orderId).map(({ id }) => id)).size).toBe(1);
  expect(codeOf(await retry())).toEqual([409, 109]);
});

test("lets a failed refund be refunded again", async () => {
  const { orderId, paidMinor } = await pay();
  change = { refund: async () => "Failed" };
  await refund(orderId, { amountMinor: 10_000, refundableMinor: paidMinor });
  await app.advance(60);
  expect(await look(orderId)).toMatchObject({ issue: "refund-failed", refundableMinor: paidMinor, refunded: 0 });
  change = {};
  expect((await refund(orderId, { amountMinor: 10_000, refundableMinor: paidMinor })).statusCode).toBe(200);
});

test("needs a fresh proof and a role, and hides the orders of others", async () => {
  const { orderId, paidMinor } = await pay();
  const body = { amountMinor: 100, refundableMinor: paidMinor };
  const auditor = await hire(app, "auditor");
  expect((await look(orderId, auditor)).orderId).toBe(orderId);
  expect(codeOf(await refund(orderId, body, auditor))).toEqual([403, 103]);
  const other = await hire(app, "finance", "harbour");
  expect(codeOf(await other.browser.call("GET", `/organisations/harbour/orders/${orderId}`))).toEqual([404, 104]);
  const elsewhere = await other.browser.call("POST", `/organisations/harbour/orders/${orderId}/refunds`, {
    ...body,
    reason: "too-late",
  });
  expect(codeOf(elsewhere)).toEqual([404, 104]);
  await app.advance(301);
  expect(codeOf(await refund(orderId, body))).toEqual([403, 122]);
  await fred.browser.prove();
  expect((await refund(orderId, body)).statusCode).toBe(200);
});
