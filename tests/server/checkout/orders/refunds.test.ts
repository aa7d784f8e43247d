import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toRefundShare } from "#server/checkout/orders/refunds.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { decide, makePayer, payment, type InsertedSubmission, type Payer } from "./ready-to-pay.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const doctorate: InsertedSubmission = {
  name: "bgv-degree",
  data: { institute: "a-small-college", degreeLevel: "doctoral", course: "Ph.D." },
};

async function pay(submissions: InsertedSubmission[]): Promise<{ payer: Payer; paymentId: string }> {
  const payer = await makePayer(app, { submissions });
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "success" });
  return { payer, paymentId };
}

async function judge(payer: Payer, verificationName: string, outcome: "complete" | "fail"): Promise<void> {
  const answer = await app.call("POST", "/sandbox/verifier", {
    body: { txnId: payer.keys.txnId, verificationName, outcome, ...(outcome === "fail" && { reason: "No answer" }) },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

async function readOrder(payer: Payer, paymentId: string) {
  const answer = await payer.get(`${payment}/paid?orgId=gce&txnId=${payer.keys.txnId}&orderId=${paymentId}`);
  return answer.json<{
    data: {
      amount: number;
      currentStatus: string;
      refundDetails: { amount: number; status: string; reason: string }[];
    };
  }>().data;
}

describe("an unconfirmed doctorate", () => {
  test("is refunded in full and moves to REFUNDED when it was the only item", async () => {
    const { payer, paymentId } = await pay([doctorate]);
    await judge(payer, "bgv-degree", "fail");
    expect(await payer.state()).toBe("FAILED");
    await app.advance(60);
    const order = await readOrder(payer, paymentId);
    expect(order.refundDetails).toMatchObject([{ amount: order.amount, status: "Success" }]);
    expect([order.currentStatus, await payer.state()]).toEqual(["Success", "REFUNDED"]);
  });

  test("is refunded by its share once, and the transaction stays FAILED, beside other items", async () => {
    const { payer, paymentId } = await pay([doctorate, { name: "bgv-twelfth" }]);
    await judge(payer, "bgv-degree", "fail");
    await judge(payer, "bgv-twelfth", "complete");
    await app.advance(60);
    await app.advance(60);
    const order = await readOrder(payer, paymentId);
    // 3750 of 4750, minus 10 %, plus 18 % tax.
    expect([order.amount, order.refundDetails]).toMatchObject([5044.5, [{ amount: 3982.5, status: "Success" }]]);
    expect(await payer.state()).toBe("FAILED");
  });
});

test("does not refund another degree that fails", async () => {
  const { payer, paymentId } = await pay([{ name: "bgv-degree", data: { degreeLevel: "bachelor" } }]);
  await judge(payer, "bgv-degree", "fail");
  await app.advance(60);
  expect([(await readOrder(payer, paymentId)).refundDetails, await payer.state()]).toEqual([[], "FAILED"]);
});

test("splits the amount into shares that add up to the last paisa", () => {
  const items = [333, 333, 334].map((priceMinor, i) => ({ subType: `a-${i}`, priceMinor }));
  const order = { amountMinor: 1001, cart: { items, totalMinor: 1000 } };
  const shares = items.map(({ subType }) => toRefundShare(order, subType));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1001);
  expect(toRefundShare(order, "b-1")).toBe(0);
});
