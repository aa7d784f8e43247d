import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { begin, wallet } from "../../wallet/transactions/candidate.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app?.close());

describe("captcha", () => {
  test("is drawn, answered once and spent by one submission", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const path = "/verification/api/1.0/verifications/pre-verify/dl";
    const draw = async () =>
      (await asha.call("POST", path, { orgId: "meridian", txnId: asha.txnId })).json<{
        data: { captchaId: string; image: string; audioUrl: string };
      }>().data;
    const drawn = await draw();
    expect(drawn.image).toMatch(/^data:image\/png;base64,/);
    expect(drawn.audioUrl).toMatch(/^data:audio\/wav;base64,/);
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

  test("one wrong answer inside a submission uses the picture up", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const { captchaId } = (
      await asha.call("POST", "/verification/api/1.0/verifications/pre-verify/dl", {
        orgId: "meridian",
        txnId: asha.txnId,
      })
    ).json<{ data: { captchaId: string } }>().data;
    const text = await solve(captchaId);
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

  /** Only the keyed hash is stored: the test tries all that there are. */
  async function solve(captchaId: string): Promise<string> {
    const { rows } = await app.services.pool.query<{ answer_hmac: string }>(
      "select answer_hmac from captchas where id = $1",
      [captchaId],
    );
    for (let n = 0; n < 1_000_000; n += 1) {
      const text = String(n).padStart(6, "0");
      if (app.services.secrets.hmac("OTP_SECRET", `captcha ${captchaId} ${text}`) === rows[0]?.answer_hmac) return text;
    }
    throw new Error("no answer fits");
  }
});
