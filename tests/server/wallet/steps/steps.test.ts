import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { begin, degree, tenth, wallet } from "../transactions/candidate.ts";

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

describe("processTransaction", () => {
  test("lists the missing input in the order of the steps", async () => {
    const noor = await begin(app, "gce", "education-evaluation", {});
    expect((await noor.post("/transactions/process")).json()).toMatchObject({
      code: 109,
      data: { state: "NOT_INITIALIZED", reason: "name" },
    });
    const asha = await begin(app, "gce", "education-evaluation", { identity: true });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({
      code: 109,
      data: { reason: "basic-details" },
    });
    expect(await asha.info()).toMatchObject({
      verificationList: { aadhaar: { state: "COMPLETED" } },
      filtered: { done: ["aadhaar"] },
      requiredVerificationFieldList: [{ fieldName: "referenceNumber", label: "GCE reference number" }],
    });
  });

  test("is idempotent, requires the minimum set, and rejects a paid form without payment", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 0, data: { state: "PENDING" } });
    const skip = (names: string[], undo?: boolean) =>
      asha.post("/transactions/process/mark-as-skip", { verificationNameList: names, ...(undo && { undo }) });
    expect((await skip(["bgv-tenth", "bgv-twelfth", "bgv-degree"])).json()).toMatchObject({
      code: 0,
      data: { state: "PENDING", filtered: { remaining: ["bgv-employment", "bgv-address"] } },
    });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({
      code: 109,
      data: { reason: "minimum-set" },
    });
    expect((await skip(["bgv-degree"], true)).json()).toMatchObject({
      data: { filtered: { remaining: ["bgv-degree", "bgv-employment", "bgv-address"] } },
    });
    await asha.save("bgv-tenth", tenth(await asha.upload()));
    expect(await asha.info()).toMatchObject({
      verificationList: { "bgv-tenth": { markedAsSkip: false, proceeded: true } },
    });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({
      code: 109,
      data: { reason: "remaining", remaining: ["bgv-employment", "bgv-address", "bgv-degree"] },
    });
  });

  test("starts a paid form, then reports that payment is due", async () => {
    const asha = await begin(app, "lotus", "admission", { identity: true, process: true });
    const file = await asha.upload();
    await asha.save("bgv-tenth", tenth(file));
    expect(await asha.info()).toMatchObject({
      userPaymentRequired: true,
      discount: { percentage: 0 },
      priceList: [
        { verificationName: "bgv-tenth", mrp: 24, price: { primary: 20 } },
        {},
        { discount: { secondary: 25 } },
      ],
    });
    await asha.save("bgv-degree", degree(file));
    expect(await asha.info()).toMatchObject({ discount: { percentage: 15 } });
    await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
    expect(await asha.info()).toMatchObject({ state: "READY_TO_SUBMIT" });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({
      code: 109,
      data: { state: "READY_TO_SUBMIT", reason: "payment" },
    });
  });
});

describe("skipVerifications", () => {
  test("skips all or none", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const skip = (names: unknown) => asha.post("/transactions/process/mark-as-skip", { verificationNameList: names });
    expect((await skip(["bgv-tenth", "bgv-employment"])).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/verificationNameList/1", keyword: "skipAllowed" }],
    });
    expect((await skip(["bgv-tenth", "nothing"])).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/verificationNameList/1" }],
    });
    expect(await asha.info()).toMatchObject({ verificationList: { "bgv-tenth": { markedAsSkip: false } } });
    for (const names of [[], ["bgv-tenth", "bgv-tenth"], "bgv-tenth", [1]])
      expect((await skip(names)).statusCode).toBe(400);
  });
});

describe("verifyIdentification", () => {
  test("verifies a reference number by a code to its mailbox, and keeps the former one until then", async () => {
    const asha = await begin(app, "gce", "education-evaluation", { identity: true });
    const verify = (more: Record<string, unknown>, path = "verify/identification") =>
      asha.post(`/transactions/${path}`, { fieldName: "referenceNumber", ...more });
    expect((await verify({ value: "GCE-100051" })).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/value", message: "Reference number not found" }],
    });
    expect((await verify({ value: "GCE-100007", fieldName: "other" })).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/fieldName" }],
    });
    const sent = await verify({ value: "GCE-100007" });
    expect(sent.json()).toMatchObject({ code: 0, data: { maskedEmail: "gc•••@mailbox.example" } });
    const { otpTxnId } = sent.json<{ data: { otpTxnId: string } }>().data;
    const otp = await app.readCode("gce-100007@mailbox.example");
    expect((await verify({ otpTxnId, otp: otp === "000000" ? "000001" : "000000" })).json()).toMatchObject({
      code: 107,
    });
    expect((await verify({ otpTxnId, otp, value: "GCE-100008" })).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/value" }],
    });
    expect((await verify({ otpTxnId, otp })).json()).toEqual({
      code: 0,
      data: { userInputList: [{ fieldName: "referenceNumber", value: "GCE-100007", verified: true }] },
    });
    const change = await verify({ value: "GCE-100009" }, "update-identification");
    expect(await asha.info()).toMatchObject({ userInputList: [{ value: "GCE-100007", verified: true }] });
    await verify(
      { otpTxnId: change.json().data.otpTxnId, otp: await app.readCode("gce-100009@mailbox.example") },
      "update-identification",
    );
    expect(await asha.info()).toMatchObject({ userInputList: [{ value: "GCE-100009" }] });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 0, data: { state: "PENDING" } });
  });
});

describe("storeAnswers", () => {
  test("lists the required pre-start questions, and stores the answers before the start", async () => {
    const { token, txnId } = await begin(app, "harbour", "joining-questions");
    const keys = { orgId: "harbour", txnId };
    for (const path of ["/transactions/user-response/purposes", "/purposes/user"]) {
      const list = await app.call(
        "GET",
        `${wallet}${path}?formId=joining-questions&orgId=harbour&id=${txnId}&seed=0&count=1000`,
        { token },
      );
      expect(list.json()).toMatchObject({
        code: 0,
        data: {
          total: 3,
          list: [
            { _id: "motivation", options: [], required: true, validation: { type: "text" } },
            { options: [{ name: "Day", value: "day" }, {}, {}] },
            { validation: { type: "date", format: "dd-MM-yyyy" } },
          ],
        },
      });
    }
    expect((await app.call("POST", `${wallet}/transactions/process`, { token, body: keys })).json()).toMatchObject({
      code: 109,
      data: { reason: "answers" },
    });
    const answer = (data: unknown) =>
      app.call("PATCH", `${wallet}/transactions/user-response`, { token, body: { ...keys, data } });
    const refused = await answer([
      { questionId: "motivation", answer: " " },
      { questionId: "shift", answer: "noon" },
      { questionId: "joining-date", answer: "31-02-2027" },
    ]);
    expect(refused.json()).toMatchObject({
      code: 106,
      fields: [
        { pointer: "/data/0/answer", message: "Why do you want to join us? should not be empty" },
        { pointer: "/data/1/answer" },
        { pointer: "/data/2/answer" },
      ],
    });
    expect((await answer([{ questionId: "motivation", answer: "Yes" }])).json()).toMatchObject({ code: 106 });
    expect((await answer([{ questionId: "motivation", answer: 5 }])).statusCode).toBe(400);
    expect(
      (
        await answer([
          { questionId: "motivation", answer: "Yes" },
          { questionId: "shift", answer: "day" },
          { questionId: "joining-date", answer: "2027-01-31" },
        ])
      ).json(),
    ).toEqual({ code: 0, data: { questionnaire: { isRequired: false } } });
    expect((await app.call("POST", `${wallet}/transactions/process`, { token, body: keys })).json()).toMatchObject({
      code: 0,
    });
    const stored = await app.services.pool.query<{ answer: string }>(
      "select answer from answers where transaction_id = $1 and question_id = 'joining-date'",
      [txnId],
    );
    expect(stored.rows[0]?.answer).toBe("31-01-2027");
  });
});

describe("requestNameChange", () => {
  test("requires the candidate's own document, and accepts one request only", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const ask = (url: string) =>
      asha.post("/transactions/name-change-request", {
        verificationName: "bgv-degree",
        documentList: [{ label: "Gazette", url }],
      });
    expect((await ask("https://example.com/a.pdf")).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/documentList/0/url", message: "Upload document proof" }],
    });
    const file = await asha.upload();
    expect((await ask(file)).json()).toEqual({ code: 0, data: { nameChangeRequest: { requested: true } } });
    expect((await ask(file)).json()).toMatchObject({ code: 109 });
    expect(await asha.info()).toMatchObject({ nameChangeRequest: { requested: true } });
  });
});
