import { afterAll, beforeAll, expect, test } from "vitest";
import { applyVerifierResult } from "#server/wallet/verifier/apply-result.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { submitCase } from "../../console/submitted-case.ts";

let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const submitTenth = async () => (await submitCase(app)).txnId;

test("applies one of two decisions at the same time and reports the other as ignored", async () => {
  const txnId = await submitTenth();
  const result = { txnId, subType: "bgv-tenth-1" };
  const both = await Promise.all([
    applyVerifierResult(app.services, { ...result, eventId: `${txnId}-a`, outcome: "complete" }),
    applyVerifierResult(app.services, { ...result, eventId: `${txnId}-b`, outcome: "fail" }),
  ]);
  expect(both.map((one) => one?.effect).sort()).toEqual(["applied", "ignored"]);
});

test("reports a result as repeated when its event id came before", async () => {
  const event = { txnId: await submitTenth(), subType: "bgv-tenth-1", eventId: "once", outcome: "complete" } as const;
  expect(await applyVerifierResult(app.services, event)).toMatchObject({ effect: "applied" });
  expect(await applyVerifierResult(app.services, event)).toMatchObject({ effect: "repeated" });
});

test("returns nothing when no transaction has the id", async () => {
  const event = { txnId: "none", subType: "bgv-tenth-1", eventId: "lost", outcome: "complete" } as const;
  expect(await applyVerifierResult(app.services, event)).toBeUndefined();
});
