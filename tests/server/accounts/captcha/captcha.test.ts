import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import type { Data } from "#engine/contract/contracts.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { begin, wallet } from "../../wallet/transactions/candidate.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

describe("captcha", () => {
  test("is drawn, answered once, and spent by one submission", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const path = "/verification/api/1.0/verifications/pre-verify/dl";
    const draw = async () =>
      (await asha.call("POST", path, { orgId: "meridian", txnId: asha.txnId })).json<{
        data: { captchaId: string; image: string; audioUrl: string };
      }>().data;
    const drawn = await draw();
    expect(drawn.image).toMatch(/^data:image\/png;base64,/);
    expect(drawn.audioUrl).toBe("");
    const wrong = await asha.call("POST", path, {
      orgId: "meridian",
      txnId: asha.txnId,
      captchaId: drawn.captchaId,
      captchaText: "nothing",
    });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      422,
      { code: 116, message: "Enter the characters as shown", data: { captchaId: expect.any(String) } },
    ]);
    const fresh = await draw();
    const text = await solve(fresh.captchaId);
    expect(
      (
        await asha.call("POST", path, {
          orgId: "meridian",
          txnId: asha.txnId,
          captchaId: fresh.captchaId,
          captchaText: text,
        })
      ).json(),
    ).toEqual({ code: 0, data: { captchaId: fresh.captchaId, verified: true } });
    const licence = { licenceNumber: "KA0120200001234", expiryDate: "31-12-2035", captchaText: text };
    expect((await asha.save("dl", licence)).json()).toMatchObject({
      code: 116,
      data: { captchaId: expect.any(String) },
      fields: [{ pointer: "/list/0/data/captchaText", message: "Enter the characters as shown" }],
    });
    const saved = await asha.post("/bgv", {
      list: [{ verificationName: "dl", data: licence, captchaId: fresh.captchaId }],
    });
    expect(saved.json()).toMatchObject({ code: 0, data: { list: [{ subType: "dl-1" }] } });
    const again = await asha.call("PUT", "/verification/api/2.0/bgv", {
      orgId: "meridian",
      txnId: asha.txnId,
      subType: "dl-1",
      data: licence,
      captchaId: fresh.captchaId,
    });
    expect(again.json()).toMatchObject({ code: 116 });
    const info = await asha.call("GET", `${wallet}/transactions/dl/info?orgId=meridian&txnId=${asha.txnId}`);
    expect(Object.keys(info.json().data.responseList[0].data)).not.toContain("captchaText");
  });

  test("is used up by one wrong answer in a submission", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const { captchaId } = (
      await asha.call("POST", "/verification/api/1.0/verifications/pre-verify/dl", {
        orgId: "meridian",
        txnId: asha.txnId,
      })
    ).json<{ data: { captchaId: string } }>().data;
    const text = await decide(captchaId);
    const send = (captchaText: string) =>
      asha.post("/bgv", {
        list: [
          {
            verificationName: "dl",
            data: { licenceNumber: "KA0120200001234", expiryDate: "31-12-2035", captchaText },
            captchaId,
          },
        ],
      });
    expect((await send("000")).json()).toMatchObject({ code: 116 });
    expect((await send(text)).json()).toMatchObject({ code: 116 });
    expect(await asha.info()).toMatchObject({ verificationList: { dl: { subTypeList: [] } } });
  });

  const draws = "/verification/api/1.0/verifications/pre-verify/dl";
  type Asha = Awaited<ReturnType<typeof begin>>;
  const keysOf = ({ txnId }: Asha) => ({ orgId: "meridian", txnId });
  const ask = async (asha: Asha) =>
    (await asha.call("POST", `${draws}/work`, keysOf(asha))).json<{ data: Data<"captcha.work"> }>().data;
  const licence = { licenceNumber: "KA0120200001234", expiryDate: "31-12-2035" };
  const give = (asha: Asha, captchaId: string, captchaText: string) =>
    asha.post("/bgv", { list: [{ verificationName: "dl", data: { ...licence, captchaText }, captchaId }] });
  const work = async ({ challenge }: Data<"captcha.work">) =>
    String((await solveChallenge({ challenge: { parameters: challenge }, deriveKey }))!.counter);

  test("accepts a proof of work once, with the configured cost, and stores nothing of it", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const set = await ask(asha);
    expect(set).toEqual({
      captchaId: expect.any(String),
      challenge: expect.objectContaining({ algorithm: "PBKDF2/SHA-256", cost: 1000 }),
      expiresAt: expect.any(String),
    });
    const answer = await work(set);
    expect(Number(answer)).toBeGreaterThanOrEqual(300);
    expect(Number(answer)).toBeLessThanOrEqual(900);
    expect((await give(asha, set.captchaId, answer)).json()).toMatchObject({ code: 0 });
    const info = await asha.call("GET", `${wallet}/transactions/dl/info?orgId=meridian&txnId=${asha.txnId}`);
    expect(Object.keys(info.json().data.responseList[0].data)).not.toContain("captchaText");
    const again = await asha.call("PUT", "/verification/api/2.0/bgv", {
      ...keysOf(asha),
      subType: "dl-1",
      data: { ...licence, captchaText: answer },
      captchaId: set.captchaId,
    });
    expect(again.json()).toMatchObject({ code: 116 });
    const judged = await ask(asha);
    const body = { ...keysOf(asha), captchaId: judged.captchaId, captchaText: await work(judged) };
    expect((await asha.call("POST", draws, body)).json()).toMatchObject({ code: 0, data: { verified: true } });
  });

  test("rejects a proof of work by another candidate, a wrong one and a late one", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const ravi = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const set = await ask(asha);
    const answer = await work(set);
    expect((await give(ravi, set.captchaId, answer)).json()).toMatchObject({ code: 116 });
    expect((await give(asha, set.captchaId, "1")).json()).toMatchObject({ code: 116 });
    expect((await give(asha, set.captchaId, answer)).json()).toMatchObject({ code: 116 });
    const late = await ask(asha);
    const lateAnswer = await work(late);
    await app.services.pool.query("update captchas set expires_at = app_now() where id = $1", [late.captchaId]);
    expect((await give(asha, late.captchaId, lateAnswer)).json()).toMatchObject({ code: 116 });
    const foreign = await asha.call("POST", `${draws}/work`, keysOf(ravi));
    expect([foreign.statusCode, foreign.json()]).toMatchObject([404, { code: 104 }]);
  });

  test("counts pictures and proofs of work against one limit", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    for (let n = 0; n < 30; n += 1) {
      expect((await asha.call("POST", draws, keysOf(asha))).statusCode).toBe(200);
      expect((await asha.call("POST", `${draws}/work`, keysOf(asha))).statusCode).toBe(200);
    }
    expect((await asha.call("POST", `${draws}/work`, keysOf(asha))).json()).toMatchObject({ code: 108 });
  });

  test.each([
    ["", {}],
    [", with an Idempotency-Key", { "idempotency-key": "one-wrong-answer" }],
  ])("a wrong answer uses the captcha up also when the rate limit forbids a new one%s", async (_, headers) => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const { captchaId } = (await asha.call("POST", draws, keysOf(asha))).json<{ data: { captchaId: string } }>().data;
    for (let drawn = 1; drawn < 60; drawn += 1) await asha.call("POST", `${draws}/work`, keysOf(asha));
    const answer = (captchaText: string) =>
      app.call("POST", draws, { token: asha.token, headers, body: { ...keysOf(asha), captchaId, captchaText } });
    const text = await decide(captchaId);
    expect((await answer(text === "000000" ? "111111" : "000000")).json()).toMatchObject({ code: 108 });
    expect((await asha.call("POST", draws, { ...keysOf(asha), captchaId, captchaText: text })).json()).toMatchObject({
      code: 108,
    });
  });

  const toHash = (captchaId: string, text: string) =>
    app.services.secrets.hmac("captcha-answer", `captcha ${captchaId} ${text}`);

  /** Sets a known answer, because trying every possible one takes seconds. */
  async function decide(captchaId: string): Promise<string> {
    const text = "471100";
    await app.services.pool.query("update captchas set answer_hmac = $2 where id = $1", [
      captchaId,
      toHash(captchaId, text),
    ]);
    return text;
  }

  /** Finds the answer by trying every possible one against the stored hash. */
  async function solve(captchaId: string): Promise<string> {
    const { rows } = await app.services.pool.query<{ answer_hmac: string }>(
      "select answer_hmac from captchas where id = $1",
      [captchaId],
    );
    for (let n = 0; n < 1_000_000; n += 1) {
      const text = String(n).padStart(6, "0");
      if (toHash(captchaId, text) === rows[0]?.answer_hmac) return text;
    }
    throw new Error("no answer fits");
  }
});
