import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { documentsConfig } from "../documents-config.ts";
import { buildDetectWorker } from "../files/papers.ts";
import { begin, degree, tenth, wallet } from "./candidate.ts";

let app: TestApp;
const invited = "+919812345678";

beforeAll(async () => {
  await buildDetectWorker();
  const config = await documentsConfig((document) => (document.kind === "request" && document.id === "joining-questions" ? { ...document, invited: [invited], public: true } : document));
  app = await startTestApp({ config });
});
afterAll(() => app?.close());

const create = (token: string, orgId: string, eKycFormId: string) => app.call("POST", `${wallet}/transactions`, { token, body: { orgId, eKycFormId } });

describe("opening a form", () => {
  test("gives the open transaction again, also to two tabs at once", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    const answers = await Promise.all([1, 2, 3].map(() => create(token, "gce", "education-evaluation")));
    expect(new Set(answers.map((answer) => answer.json<{ data: { transactionId: string } }>().data.transactionId)).size).toBe(1);
  });

  test("unknown organisation and form 404, past its expiry 409 110, invited only 403", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    expect((await create(token, "nobody", "education-evaluation")).json()).toMatchObject({ code: 104 });
    expect((await create(token, "gce", "nothing")).json()).toMatchObject({ code: 104 });
    expect((await create(token, "harbour", "closed-drive")).json()).toMatchObject({ code: 110, message: "Form Expired" });
    expect((await create(token, "harbour", "joining-questions")).json()).toMatchObject({ code: 103 });
    const { accessToken: guest } = await app.signIn(invited);
    expect((await create(guest, "harbour", "joining-questions")).json()).toMatchObject({ code: 0 });
    expect((await app.call("POST", `${wallet}/transactions`, { body: { bad: true } })).statusCode).toBe(401);
  });

  test("somebody else's is 403 at the gate and 404 everywhere else", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const { accessToken: token } = await app.signIn(newMobile());
    const keys = { orgId: "harbour", txnId: asha.txnId };
    const query = `?orgId=harbour&txnId=${asha.txnId}`;
    const gate = await app.call("GET", `${wallet}/transactions/info${query}`, { token });
    expect([gate.statusCode, gate.json()]).toMatchObject([403, { code: 103, message: "Access not allowed" }]);
    expect(gate.json()).not.toHaveProperty("data");
    expect((await app.call("GET", `${wallet}/transactions/info?orgId=gce&txnId=${asha.txnId}`, { token })).json()).toMatchObject({ code: 104 });
    expect((await app.call("GET", `${wallet}/transactions/info?orgId=harbour&txnId=nothing`, { token })).json()).toMatchObject({ code: 104 });
    const others: [string, string, Record<string, unknown> | undefined][] = [
      ["POST", `${wallet}/transactions/process`, keys],
      ["POST", `${wallet}/transactions/eval-info`, keys],
      ["POST", `${wallet}/transactions/process/mark-as-skip`, { ...keys, verificationNameList: ["bgv-tenth"] }],
      ["POST", `${wallet}/bgv`, { ...keys, list: [{ verificationName: "bgv-tenth", data: {} }] }],
      ["DELETE", `${wallet}/bgv`, { ...keys, subType: "bgv-tenth-1" }],
      ["POST", `${wallet}/bgv/insufficiency`, { ...keys, subType: "bgv-tenth-1", data: {} }],
      ["PATCH", `${wallet}/transactions/user-response`, { ...keys, data: [{ questionId: "a", answer: "b" }] }],
      ["POST", `${wallet}/transactions/name-change-request`, { ...keys, verificationName: "bgv-tenth", documentList: [{ label: "a", url: "b" }] }],
      ["GET", `${wallet}/transactions/bgv-tenth/info${query}`, undefined],
      ["GET", `${wallet}/transactions/bgv-tenth/draft${query}`, undefined],
      ["PUT", `${wallet}/transactions/bgv-tenth/draft${query}`, { version: 0, data: {} }],
      ["GET", `${wallet}/purposes/user?formId=background-check&orgId=harbour&id=${asha.txnId}`, undefined],
    ];
    for (const [method, url, body] of others) {
      const answer = await app.call(method as "POST", url, { token, body });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 104]);
    }
  });
});

describe("process", () => {
  test("names what is missing, in the order in which the candidate is led", async () => {
    const noor = await begin(app, "gce", "education-evaluation", {});
    expect((await noor.post("/transactions/process")).json()).toMatchObject({ code: 109, data: { state: "NOT_INITIALIZED", reason: "name" } });
    const asha = await begin(app, "gce", "education-evaluation", { identity: true });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 109, data: { reason: "basic-details" } });
    expect(await asha.info()).toMatchObject({ verificationList: { aadhaar: { state: "COMPLETED" } }, filtered: { done: ["aadhaar"] }, requiredVerificationFieldList: [{ fieldName: "referenceNumber", label: "GCE reference number" }] });
  });

  test("is repeatable, asks for the minimum set, and refuses an unpaid paid form", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 0, data: { state: "PENDING" } });
    const skip = (names: string[], undo?: boolean) => asha.post("/transactions/process/mark-as-skip", { verificationNameList: names, ...(undo && { undo }) });
    expect((await skip(["bgv-tenth", "bgv-twelfth", "bgv-degree"])).json()).toMatchObject({ code: 0, data: { state: "PENDING", filtered: { remaining: ["bgv-employment", "bgv-address"] } } });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 109, data: { reason: "minimum-set" } });
    expect((await skip(["bgv-degree"], true)).json()).toMatchObject({ data: { filtered: { remaining: ["bgv-degree", "bgv-employment", "bgv-address"] } } });
    await asha.save("bgv-tenth", tenth(await asha.upload()));
    expect(await asha.info()).toMatchObject({ verificationList: { "bgv-tenth": { markedAsSkip: false, proceeded: true } } });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 109, data: { reason: "remaining", remaining: ["bgv-employment", "bgv-address", "bgv-degree"] } });
  });

  test("a paid form is begun, and then says that payment is due", async () => {
    const asha = await begin(app, "lotus", "admission", { identity: true, process: true });
    const file = await asha.upload();
    await asha.save("bgv-tenth", tenth(file));
    expect(await asha.info()).toMatchObject({ userPaymentRequired: true, discount: { percentage: 0 }, priceList: [{ verificationName: "bgv-tenth", mrp: 24, price: { primary: 20 } }, {}, { discount: { secondary: 25 } }] });
    await asha.save("bgv-degree", degree(file));
    expect(await asha.info()).toMatchObject({ discount: { percentage: 15 } });
    await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
    expect(await asha.info()).toMatchObject({ state: "READY_TO_SUBMIT" });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 109, data: { state: "READY_TO_SUBMIT", reason: "payment" } });
  });
});

describe("mark-as-skip", () => {
  test("is all or nothing", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const skip = (names: unknown) => asha.post("/transactions/process/mark-as-skip", { verificationNameList: names });
    expect((await skip(["bgv-tenth", "bgv-employment"])).json()).toMatchObject({ code: 106, fields: [{ pointer: "/verificationNameList/1", keyword: "skipAllowed" }] });
    expect((await skip(["bgv-tenth", "nothing"])).json()).toMatchObject({ code: 106, fields: [{ pointer: "/verificationNameList/1" }] });
    expect(await asha.info()).toMatchObject({ verificationList: { "bgv-tenth": { markedAsSkip: false } } });
    for (const names of [[], ["bgv-tenth", "bgv-tenth"], "bgv-tenth", [1]]) expect((await skip(names)).statusCode).toBe(400);
  });
});

describe("identification", () => {
  test("proves a reference number by a code to its mailbox; the old one holds until the new one is proved", async () => {
    const asha = await begin(app, "gce", "education-evaluation", { identity: true });
    const verify = (more: Record<string, unknown>, path = "verify/identification") => asha.post(`/transactions/${path}`, { fieldName: "referenceNumber", ...more });
    expect((await verify({ value: "GCE-100051" })).json()).toMatchObject({ code: 106, fields: [{ pointer: "/value", message: "Reference number not found" }] });
    expect((await verify({ value: "GCE-100007", fieldName: "other" })).json()).toMatchObject({ code: 106, fields: [{ pointer: "/fieldName" }] });
    const sent = await verify({ value: "GCE-100007" });
    expect(sent.json()).toMatchObject({ code: 0, data: { maskedEmail: "gc•••@mailbox.example" } });
    const { otpTxnId } = sent.json<{ data: { otpTxnId: string } }>().data;
    const otp = await app.readCode("gce-100007@mailbox.example");
    expect((await verify({ otpTxnId, otp: otp === "000000" ? "000001" : "000000" })).json()).toMatchObject({ code: 107 });
    expect((await verify({ otpTxnId, otp, value: "GCE-100008" })).json()).toMatchObject({ code: 106, fields: [{ pointer: "/value" }] });
    expect((await verify({ otpTxnId, otp })).json()).toEqual({ code: 0, data: { userInputList: [{ fieldName: "referenceNumber", value: "GCE-100007", verified: true }] } });
    const change = await verify({ value: "GCE-100009" }, "update-identification");
    expect(await asha.info()).toMatchObject({ userInputList: [{ value: "GCE-100007", verified: true }] });
    await verify({ otpTxnId: change.json().data.otpTxnId, otp: await app.readCode("gce-100009@mailbox.example") }, "update-identification");
    expect(await asha.info()).toMatchObject({ userInputList: [{ value: "GCE-100009" }] });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 0, data: { state: "PENDING" } });
  });
});

describe("pre-start questions", () => {
  test("are listed, all required, and answered before the start", async () => {
    const { accessToken: token } = await app.signIn(invited, { name: "Asha Verma", identity: true });
    const txnId = (await create(token, "harbour", "joining-questions")).json<{ data: { transactionId: string } }>().data.transactionId;
    const keys = { orgId: "harbour", txnId };
    for (const path of ["/transactions/user-response/purposes", "/purposes/user"]) {
      const list = await app.call("GET", `${wallet}${path}?formId=joining-questions&orgId=harbour&id=${txnId}&seed=0&count=1000`, { token });
      expect(list.json()).toMatchObject({ code: 0, data: { total: 3, list: [{ _id: "motivation", options: [], required: true, validation: { type: "text" } }, { options: [{ name: "Day", value: "day" }, {}, {}] }, { validation: { type: "date", format: "dd-MM-yyyy" } }] } });
    }
    expect((await app.call("POST", `${wallet}/transactions/process`, { token, body: keys })).json()).toMatchObject({ code: 109, data: { reason: "answers" } });
    const answer = (data: unknown) => app.call("PATCH", `${wallet}/transactions/user-response`, { token, body: { ...keys, data } });
    const refused = await answer([{ questionId: "motivation", answer: " " }, { questionId: "shift", answer: "noon" }, { questionId: "joining-date", answer: "31-02-2027" }]);
    expect(refused.json()).toMatchObject({ code: 106, fields: [{ pointer: "/data/0/answer", message: "Why do you want to join us? should not be empty" }, { pointer: "/data/1/answer" }, { pointer: "/data/2/answer" }] });
    expect((await answer([{ questionId: "motivation", answer: "Yes" }])).json()).toMatchObject({ code: 106 });
    expect((await answer([{ questionId: "motivation", answer: 5 }])).statusCode).toBe(400);
    expect((await answer([{ questionId: "motivation", answer: "Yes" }, { questionId: "shift", answer: "day" }, { questionId: "joining-date", answer: "2027-01-31" }])).json()).toEqual({ code: 0, data: { questionnaire: { isRequired: false } } });
    expect((await app.call("POST", `${wallet}/transactions/process`, { token, body: keys })).json()).toMatchObject({ code: 0 });
    const stored = await app.services.pool.query<{ answer: string }>("select answer from answers where transaction_id = $1 and question_id = 'joining-date'", [txnId]);
    expect(stored.rows[0]?.answer).toBe("31-01-2027");
  });
});

describe("drafts", () => {
  test("keep one version after the other and never change a state", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const url = `${wallet}/transactions/bgv-tenth/draft?orgId=harbour&txnId=${asha.txnId}`;
    const put = (version: number, data: Record<string, unknown>) => asha.call("PUT", url, { version, data });
    expect((await asha.call("GET", url)).json()).toEqual({ code: 0, data: { version: 0, data: {} } });
    expect((await put(0, { rollNumber: "4" })).json()).toMatchObject({ code: 0, data: { version: 1 } });
    expect((await put(1, { rollNumber: "47" })).json()).toMatchObject({ code: 0, data: { version: 2 } });
    expect((await put(1, { rollNumber: "x" })).json()).toMatchObject({ code: 111, message: "This form was changed elsewhere", data: { version: 2, data: { rollNumber: "47" } } });
    expect((await put(0, { rollNumber: "x" })).json()).toMatchObject({ code: 111 });
    expect(await asha.info()).toMatchObject({ verificationList: { "bgv-tenth": { state: "NOT_INITIALIZED" } } });
    expect((await asha.call("GET", url.replace("bgv-tenth", "dl"))).json()).toMatchObject({ code: 104 });
    expect((await asha.call("GET", `${url}&subType=bgv-tenth-9`)).json()).toMatchObject({ code: 104 });
    await asha.save("bgv-tenth", tenth(await asha.upload()));
    expect((await asha.call("GET", url)).json()).toEqual({ code: 0, data: { version: 0, data: {} } });
  });

  test("never hold what is sensitive", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const url = `${wallet}/transactions/dl/draft?orgId=meridian&txnId=${asha.txnId}`;
    expect((await asha.call("PUT", url, { version: 0, data: { licenceNumber: "KA01", captchaText: "123456" } })).json()).toMatchObject({ code: 106, fields: [{ pointer: "/data/captchaText", keyword: "sensitive" }] });
  });
});

describe("captcha", () => {
  test("is drawn, answered once and spent by one submission", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const path = "/verification/api/1.0/verifications/pre-verify/dl";
    const draw = async () => (await asha.call("POST", path, { orgId: "meridian", txnId: asha.txnId })).json<{ data: { captchaId: string; image: string; audioUrl: string } }>().data;
    const drawn = await draw();
    expect(drawn.image).toMatch(/^data:image\/png;base64,/);
    expect(drawn.audioUrl).toMatch(/^data:audio\/wav;base64,/);
    const wrong = await asha.call("POST", path, { orgId: "meridian", txnId: asha.txnId, captchaId: drawn.captchaId, captchaText: "nothing" });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([422, { code: 116, message: "Enter the characters as shown", data: { captchaId: expect.any(String) } }]);
    const fresh = await draw();
    const text = await solve(fresh.captchaId);
    expect((await asha.call("POST", path, { orgId: "meridian", txnId: asha.txnId, captchaId: fresh.captchaId, captchaText: text })).json()).toEqual({ code: 0, data: { captchaId: fresh.captchaId, verified: true } });
    const licence = { licenceNumber: "KA0120200001234", expiryDate: "31-12-2035", captchaText: text };
    expect((await asha.save("dl", licence)).json()).toMatchObject({ code: 116, data: { captchaId: expect.any(String) }, fields: [{ pointer: "/list/0/data/captchaText", message: "Enter the characters as shown" }] });
    const saved = await asha.post("/bgv", { list: [{ verificationName: "dl", data: licence, captchaId: fresh.captchaId }] });
    expect(saved.json()).toMatchObject({ code: 0, data: { list: [{ subType: "dl-1" }] } });
    const again = await asha.call("PUT", "/verification/api/2.0/bgv", { orgId: "meridian", txnId: asha.txnId, subType: "dl-1", data: licence, captchaId: fresh.captchaId });
    expect(again.json()).toMatchObject({ code: 116 });
    const info = await asha.call("GET", `${wallet}/transactions/dl/info?orgId=meridian&txnId=${asha.txnId}`);
    expect(Object.keys(info.json().data.responseList[0].data)).not.toContain("captchaText");
  });

  test("one wrong answer inside a submission uses the picture up", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const { captchaId } = (await asha.call("POST", "/verification/api/1.0/verifications/pre-verify/dl", { orgId: "meridian", txnId: asha.txnId })).json<{ data: { captchaId: string } }>().data;
    const text = await solve(captchaId);
    const send = (captchaText: string) => asha.post("/bgv", { list: [{ verificationName: "dl", data: { licenceNumber: "KA0120200001234", expiryDate: "31-12-2035", captchaText }, captchaId }] });
    expect((await send("000")).json()).toMatchObject({ code: 116 });
    expect((await send(text)).json()).toMatchObject({ code: 116 });
    expect(await asha.info()).toMatchObject({ verificationList: { dl: { subTypeList: [] } } });
  });

  /** Only the keyed hash is stored: the test tries all that there are. */
  async function solve(captchaId: string): Promise<string> {
    const { rows } = await app.services.pool.query<{ answer_hmac: string }>("select answer_hmac from captchas where id = $1", [captchaId]);
    for (let n = 0; n < 1_000_000; n += 1) {
      const text = String(n).padStart(6, "0");
      if (app.services.secrets.hmac("OTP_SECRET", `captcha ${captchaId} ${text}`) === rows[0]?.answer_hmac) return text;
    }
    throw new Error("no answer fits");
  }
});

describe("name change", () => {
  test("needs the candidate's own proof, and is asked once", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const ask = (url: string) => asha.post("/transactions/name-change-request", { verificationName: "bgv-degree", documentList: [{ label: "Gazette", url }] });
    expect((await ask("https://example.com/a.pdf")).json()).toMatchObject({ code: 106, fields: [{ pointer: "/documentList/0/url", message: "Upload document proof" }] });
    const file = await asha.upload();
    expect((await ask(file)).json()).toEqual({ code: 0, data: { nameChangeRequest: { requested: true } } });
    expect((await ask(file)).json()).toMatchObject({ code: 109 });
    expect(await asha.info()).toMatchObject({ nameChangeRequest: { requested: true } });
  });
});
