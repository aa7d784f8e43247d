import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { makePayer, count, decide } from "../../checkout/orders/ready-to-pay.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { address, begin, employment, tenth } from "../transactions/candidate.ts";

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

/** Stores data that no form accepts. */
const storeInvalid = (txnId: string, name: string, data: Record<string, unknown>) =>
  app.services.pool.query(
    "update submissions set data = data || $3::jsonb where transaction_id = $1 and verification_name = $2",
    [txnId, name, JSON.stringify(data)],
  );

test("submits no answers that their own form rejects, until they are corrected", async () => {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const file = await asha.upload();
  await asha.save("bgv-tenth", tenth(file));
  await asha.save("bgv-employment", employment(file));
  await asha.save("bgv-address", address(await asha.takePhoto()));
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth", "bgv-degree"] });
  await storeInvalid(asha.txnId, "bgv-employment", { startDate: "31-01-2999" });
  const refused = await asha.post("/transactions/process");
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 109,
    message: "Please check these again. Something in them is no longer accepted: Employment",
    data: { state: "READY_TO_SUBMIT", reason: "answers-rejected", remaining: ["bgv-employment"] },
  });
  await storeInvalid(asha.txnId, "bgv-employment", { startDate: "31-01-2020" });
  expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 0, data: { state: "IN_PROGRESS" } });
});

test("does not validate skipped verifications", async () => {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const file = await asha.upload();
  await asha.save("bgv-tenth", tenth(file));
  await asha.save("bgv-twelfth", tenth(file));
  await asha.save("bgv-employment", employment(file));
  await asha.save("bgv-address", address(await asha.takePhoto()));
  await storeInvalid(asha.txnId, "bgv-tenth", { passingYear: "long ago" });
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-tenth", "bgv-degree"] });
  expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 0, data: { state: "IN_PROGRESS" } });
});

test("opens no payment for invalid answers, and refunds a payment for them", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  await storeInvalid(payer.keys.txnId, "bgv-twelfth", { passingYear: "long ago" });
  expect((await payer.init()).json()).toMatchObject({
    code: 109,
    data: { reason: "answers-rejected", remaining: ["bgv-twelfth"] },
  });
  expect((await decide(app, paymentId, { outcome: "success" })).statusCode).toBeLessThan(400);
  expect(await payer.state()).toBe("READY_TO_SUBMIT");
  expect(await count(app, "refunds", paymentId)).toBe(1);
});
