import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { makePayer, count, decide } from "../../checkout/orders/ready.ts";
import { documentsConfig } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import { address, begin, employment, tenth } from "../transactions/candidate.ts";

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app?.close());

/** Spoils what is stored for a verification, as no form would have taken it. */
const spoil = (txnId: string, name: string, data: Record<string, unknown>) =>
  app.services.pool.query(
    "update submissions set data = data || $3::jsonb where transaction_id = $1 and verification_name = $2",
    [txnId, name, JSON.stringify(data)],
  );

test("answers that their own form refuses never leave for the verifier; mended, they do", async () => {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const file = await asha.upload();
  await asha.save("bgv-tenth", tenth(file));
  await asha.save("bgv-employment", employment(file));
  await asha.save("bgv-address", address(await asha.takePhoto()));
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth", "bgv-degree"] });
  await spoil(asha.txnId, "bgv-employment", { startDate: "31-01-2999" });
  const refused = await asha.post("/transactions/process");
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 109,
    message: "Please look at this again, something in it is no longer accepted: Employment",
    data: { state: "READY_TO_SUBMIT", reason: "answers-refused", remaining: ["bgv-employment"] },
  });
  await spoil(asha.txnId, "bgv-employment", { startDate: "31-01-2020" });
  expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 0, data: { state: "IN_PROGRESS" } });
});

test("what is skipped is not judged: it is not sent", async () => {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const file = await asha.upload();
  await asha.save("bgv-tenth", tenth(file));
  await asha.save("bgv-twelfth", tenth(file));
  await asha.save("bgv-employment", employment(file));
  await asha.save("bgv-address", address(await asha.takePhoto()));
  await spoil(asha.txnId, "bgv-tenth", { passingYear: "long ago" });
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-tenth", "bgv-degree"] });
  expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 0, data: { state: "IN_PROGRESS" } });
});

test("nobody is asked to pay for answers that are refused, and a payment for them goes back", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  await spoil(payer.keys.txnId, "bgv-twelfth", { passingYear: "long ago" });
  expect((await payer.init()).json()).toMatchObject({
    code: 109,
    data: { reason: "answers-refused", remaining: ["bgv-twelfth"] },
  });
  expect((await decide(app, paymentId, { outcome: "success" })).statusCode).toBeLessThan(400);
  expect(await payer.state()).toBe("READY_TO_SUBMIT");
  expect(await count(app, "refunds", paymentId)).toBe(1);
});
