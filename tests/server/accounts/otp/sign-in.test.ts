import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";

const wallet = "/web-wallet/api/1.0";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const signUp = async (mobile: string, name = "Asha Rao") =>
  (await app.call("POST", `${wallet}/profile`, { body: { mobile, name } })).json().data.txnId as string;
const login = (mobile: string) => app.call("POST", `${wallet}/profile/login`, { body: { mobile } });
const verify = (txnId: string, otp: string) =>
  app.call("PUT", `${wallet}/profile/otp/${txnId}/verify`, { body: { otp } });
const wrongFor = (code: string) => (code === "000000" ? "111111" : "000000");

describe("sign-up and sign-in", () => {
  test("answers 105 for an unknown number, signs it up, and returns a profile without verified name", async () => {
    const mobile = newMobile();
    const unknown = await login(mobile);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 105]);
    const created = await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha Rao" } });
    expect(created.json().data).toMatchObject({
      channel: "sms",
      resendAfterSeconds: 30,
      maskedTo: `+91 ••••••${mobile.slice(-4)}`,
    });
    expect((await login(mobile)).json().code).toBe(105);
    const verified = await verify(created.json().data.txnId, await app.readCode(mobile));
    expect(verified.json().data).toMatchObject({ refreshTokenExpiresIn: 3600 });
    const profile = await app.call("GET", `${wallet}/profile`, { token: verified.json().data.accessToken });
    expect(profile.json()).toEqual({
      code: 0,
      data: { mobile, displayName: "Asha Rao", locale: "en", profileDetails: {}, verificationDetailList: {} },
    });
    expect((await login(mobile)).statusCode).toBe(200);
  });

  test("finds one candidate by any spelling of a number, and uses WhatsApp outside India", async () => {
    const mobile = newMobile();
    const code = await verify(await signUp(mobile), await app.readCode(mobile));
    expect(code.statusCode).toBe(200);
    const spelt = `${mobile.slice(0, 3)} ${mobile.slice(3, 8)}-${mobile.slice(8)}`;
    expect((await login(spelt)).statusCode).toBe(200);
    const abroad = await app.call("POST", `${wallet}/profile`, { body: { mobile: "+44 7911 123456", name: "Una" } });
    expect(abroad.json().data.channel).toBe("whatsapp");
    const bad = await login("12345");
    expect([bad.statusCode, bad.json().fields[0].pointer]).toEqual([422, "/mobile"]);
  });

  test("keeps a candidate who signs up again before the code is entered", async () => {
    const mobile = newMobile();
    await signUp(mobile);
    await app.advance(7 * 86_400 - 60);
    const again = await signUp(mobile);
    await app.advance(120);
    await app.services.jobs.runDue({ all: true });
    expect((await verify(again, await app.readCode(mobile))).statusCode).toBe(200);
  });

  test("changes nothing when a verified number signs up again, and answers alike", async () => {
    const mobile = newMobile();
    await verify(await signUp(mobile, "First"), await app.readCode(mobile));
    const again = await signUp(mobile, "Second");
    const tokens = (await verify(again, await app.readCode(mobile))).json().data;
    expect((await app.call("GET", `${wallet}/profile`, { token: tokens.accessToken })).json().data.displayName).toBe(
      "First",
    );
  });
});

describe("one-time passwords", () => {
  test("blocks for two hours after three wrong codes, for the right code too", async () => {
    const mobile = newMobile();
    const txnId = await signUp(mobile);
    const code = await app.readCode(mobile);
    const first = await verify(txnId, wrongFor(code));
    expect([first.statusCode, first.json().code, first.json().message]).toEqual([
      400,
      107,
      "Invalid OTP. 2 attempts left",
    ]);
    const said = { message: "Invalid OTP. 2 attempts left", reason: "wrong-otp", values: { n: 2 } };
    expect(first.json()).toMatchObject(said);
    expect(first.json().fields).toEqual([{ pointer: "/otp", keyword: "otp", ...said }]);
    expect((await verify(txnId, wrongFor(code))).json().message).toBe("Invalid OTP. 1 attempts left");
    const third = await verify(txnId, wrongFor(code));
    expect([third.statusCode, third.json().code, third.headers["retry-after"]]).toEqual([429, 108, "7200"]);
    expect((await verify(txnId, code)).statusCode).toBe(429);
    const resend = await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha" } });
    expect(resend.statusCode).toBe(429);
    await app.advance(7195);
    expect((await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha" } })).statusCode).toBe(429);
    await app.advance(6);
    const fresh = await signUp(mobile);
    expect((await verify(fresh, await app.readCode(mobile))).statusCode).toBe(200);
  });

  test("invalidates the former code without resetting the failures", async () => {
    const mobile = newMobile();
    const old = await signUp(mobile);
    const oldCode = await app.readCode(mobile);
    const next = await signUp(mobile);
    const nextCode = await app.readCode(mobile);
    expect((await verify(old, oldCode)).json().message).toBe("Invalid OTP. 2 attempts left");
    expect((await verify(next, wrongFor(nextCode))).json().message).toBe("Invalid OTP. 1 attempts left");
    expect((await verify(next, nextCode)).statusCode).toBe(200);
  });

  test("rejects a code after ten minutes, and a second time", async () => {
    const mobile = newMobile();
    const late = await signUp(mobile);
    const lateCode = await app.readCode(mobile);
    await app.advance(601);
    expect((await verify(late, lateCode)).json().code).toBe(107);
    const txnId = await signUp(mobile);
    const code = await app.readCode(mobile);
    expect((await verify(txnId, code)).statusCode).toBe(200);
    expect((await verify(txnId, code)).json().code).toBe(107);
    expect((await verify("never-sent", code)).json().code).toBe(104);
  });

  test("answers 429 after three sends in two hours; a success allows three more, ten a day", async () => {
    const mobile = newMobile();
    for (let sent = 0; sent < 3; sent += 1) await signUp(mobile);
    const refused = await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha" } });
    expect([refused.statusCode, refused.json().code]).toEqual([429, 108]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(7100);
    await app.advance(7201);
    for (let sent = 3; sent < 10; sent += 1) {
      const txnId = await signUp(mobile);
      expect((await verify(txnId, await app.readCode(mobile))).statusCode).toBe(200);
    }
    expect((await login(mobile)).statusCode).toBe(429);
  });

  test("opens one session for twenty parallel right answers", async () => {
    const mobile = newMobile();
    const txnId = await signUp(mobile);
    const code = await app.readCode(mobile);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(txnId, code)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });

  test("compares at most three of twenty parallel guesses", async () => {
    const mobile = newMobile();
    const txnId = await signUp(mobile);
    const code = await app.readCode(mobile);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(txnId, wrongFor(code))));
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(2);
    expect((await verify(txnId, code)).statusCode).toBe(429);
  });

  test("stores no code in readable form", async () => {
    const mobile = newMobile();
    await signUp(mobile);
    const code = await app.readCode(mobile);
    for (const table of ["otp_codes", "outbox", "sandbox_messages"]) {
      const { rows } = await app.services.pool.query(`select t::text as line from ${table} t`);
      const lines = rows.map((row: { line: string }) =>
        row.line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+/g, "").replaceAll(mobile, ""),
      );
      expect(lines.some((line) => line.split(/[,()"\s]/).includes(code))).toBe(false);
    }
  });
});

describe("request contract", () => {
  test("rejects wrong types and unknown keys with pointers", async () => {
    const txnId = await signUp(newMobile());
    for (const otp of [123456, ["123456"], "12345", null]) {
      const answer = await app.call("PUT", `${wallet}/profile/otp/${txnId}/verify`, { body: { otp } });
      expect([answer.statusCode, answer.json().code, answer.json().fields[0].pointer]).toEqual([400, 100, "/otp"]);
    }
    const unknown = await app.call("POST", `${wallet}/profile/login`, { body: { mobile: newMobile(), admin: true } });
    expect([unknown.statusCode, unknown.json().fields[0].pointer]).toEqual([400, "/admin"]);
    expect(unknown.json().requestId).toBe(unknown.headers["x-request-id"]);
    expect((await app.call("POST", `${wallet}/profile/login`, { body: '{"mobile":' })).json().code).toBe(100);
    expect(
      (await app.call("POST", `${wallet}/profile/login`, { body: '{"__proto__":{"x":1},"mobile":"1"}' })).statusCode,
    ).toBe(400);
    expect(
      (
        await app.call("POST", `${wallet}/profile/login`, {
          body: "mobile=1",
          headers: { "content-type": "application/x-www-form-urlencoded" },
        })
      ).statusCode,
    ).toBe(415);
    expect(
      (await app.call("POST", `${wallet}/profile/login`, { body: { mobile: "1".repeat(70_000) } })).statusCode,
    ).toBe(413);
  });

  test("checks the token before the body, and answers 404 for an unknown path", async () => {
    expect((await app.call("PATCH", `${wallet}/profile`, { body: { nonsense: 1 } })).json().code).toBe(101);
    expect((await app.call("GET", `${wallet}/nothing`)).json().code).toBe(104);
    const { accessToken } = await app.signIn(newMobile());
    expect(
      (await app.call("PATCH", `${wallet}/profile`, { token: accessToken, body: { nonsense: 1 } })).json().code,
    ).toBe(100);
    expect((await app.call("GET", `${wallet}/profile/chat?seed=1&seed=2`, { token: accessToken })).statusCode).toBe(
      400,
    );
    expect((await app.call("GET", `${wallet}/profile?x=1`, { token: accessToken })).statusCode).toBe(400);
  });

  test("repeats the first answer for an Idempotency-Key, and rejects another body", async () => {
    const mobile = newMobile();
    const headers = { "idempotency-key": "a".repeat(20) + mobile.slice(1) };
    const [first, second] = await Promise.all(
      [0, 1].map(() => app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha" }, headers })),
    );
    expect(second!.json()).toEqual(first!.json());
    const other = await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Other" }, headers });
    expect([other.statusCode, other.json().code]).toEqual([409, 112]);
    expect(
      (
        await app.call("POST", `${wallet}/profile`, {
          body: { mobile, name: "Asha" },
          headers: { "idempotency-key": "short" },
        })
      ).statusCode,
    ).toBe(400);
  });
});

describe("languages", () => {
  const hindi = { "accept-language": "hi, en;q=0.5" };
  const inHindi = (mobile: string) =>
    app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha Rao" }, headers: hindi });
  const readText = async (to: string): Promise<string> =>
    (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(to)}`)).json().list[0].text;

  test("uses Hindi for SMS, errors and profile after a sign-up on a Hindi page", async () => {
    const mobile = newMobile();
    const txnId = (await inHindi(mobile)).json().data.txnId;
    const code = await app.readCode(mobile);
    const [text, webOtp] = (await readText(mobile)).split("\n\n");
    expect(text).toBe(
      `Nobody पर साइन इन करने का आपका वन-टाइम पासवर्ड ${code} है। यह 10 मिनट तक मान्य है। इसे किसी को न बताएँ।`,
    );
    expect(webOtp).toBe(`@localhost #${code}`);

    const path = `${wallet}/profile/otp/${txnId}/verify`;
    const refused = await app.call("PUT", path, { body: { otp: wrongFor(code) }, headers: hindi });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 107, reason: "wrong-otp", values: { n: 2 }, message: "ग़लत ओटीपी। 2 प्रयास बचे हैं" },
    ]);
    const { accessToken } = (await app.call("PUT", path, { body: { otp: code }, headers: hindi })).json().data;
    const profile = await app.call("GET", `${wallet}/profile`, { token: accessToken });
    expect(profile.json().data.locale).toBe("hi");
  });

  test("sends later codes in the language of the profile", async () => {
    const mobile = newMobile();
    const { accessToken } = await app.signIn(mobile, { name: "Asha" });
    await app.call("PATCH", `${wallet}/profile`, { token: accessToken, body: { locale: "hi" } });
    await app.call("POST", `${wallet}/profile/login`, { body: { mobile }, headers: { "accept-language": "en" } });
    expect(await readText(mobile)).toContain("वन-टाइम पासवर्ड");
  });

  test("does not change the language of a verified number when it signs up again", async () => {
    const mobile = newMobile();
    const { accessToken } = await app.signIn(mobile, { name: "Asha" });
    await inHindi(mobile);
    expect(await readText(mobile)).toContain("one-time password");
    expect((await app.call("GET", `${wallet}/profile`, { token: accessToken })).json().data.locale).toBe("en");
  });

  test("answers in the language of the profile when the request has none", async () => {
    const mobile = newMobile();
    const { accessToken } = await app.signIn(mobile, { name: "Asha" });
    await app.call("PATCH", `${wallet}/profile`, { token: accessToken, body: { locale: "hi" } });
    const refused = await app.call("POST", "/issuer/api/1.0/profile/aadhaar", {
      token: accessToken,
      body: { otpTxnId: "never-sent", otp: "123456" },
    });
    expect(refused.json()).toMatchObject({ code: 104, reason: "otp-request-not-found", message: "अनुरोध नहीं मिला" });
  });
});
