import { afterAll, beforeAll, expect, test } from "vitest";
import { isAadhaarNumber } from "#server/accounts/identity/verhoeff.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";

const send = "/verification/api/1.0/verifications/otp/aadhaar";
const prove = "/issuer/api/1.0/profile/aadhaar";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app.close());

/** Sandbox numbers with a right check digit, a new one each time. */
let counter = 10_000_000 + Math.floor(Math.random() * 1_000_000);
function newAadhaar(): string {
  for (counter += 1; ; counter += 1) {
    const found = [..."0123456789"].map((digit) => `9999${String(counter).slice(-7)}${digit}`).find(isAadhaarNumber);
    if (found) return found;
  }
}

test("a mistyped number, and one that might be real, are field errors", async () => {
  const { accessToken } = await app.signIn(newMobile());
  for (const aadhaarNumber of ["999941057059", "12", "", "099941057058"]) {
    const answer = await app.call("POST", send, { token: accessToken, body: { aadhaarNumber } });
    expect([answer.statusCode, answer.json().fields[0]]).toEqual([
      422,
      {
        pointer: "/aadhaarNumber",
        keyword: "format",
        message: "Enter a valid Aadhaar number",
        reason: "enter-aadhaar",
      },
    ]);
  }
  const real = await app.call("POST", send, { token: accessToken, body: { aadhaarNumber: "234567890124" } });
  expect(real.json()).toMatchObject({ code: 106, fields: [{ pointer: "/aadhaarNumber" }] });
  expect((await app.call("POST", send, { body: { aadhaarNumber: "999941057058" } })).statusCode).toBe(401);
});

test("the code goes to the own phone, proves the name, and leaves no number behind", async () => {
  const mobile = newMobile();
  const { accessToken } = await app.signIn(mobile, { name: "Asha Rao" });
  const aadhaarNumber = newAadhaar();
  const sent = await app.call("POST", send, {
    token: accessToken,
    body: { aadhaarNumber, consent: { text: "I agree", locale: "en" } },
  });
  expect(sent.json().data.maskedTo).toBe(`+91 ••••••${mobile.slice(-4)}`);
  const proved = await app.call("POST", prove, {
    token: accessToken,
    body: { otpTxnId: sent.json().data.otpTxnId, otp: await app.readCode(mobile) },
  });
  expect(proved.json().data).toMatchObject({
    profileDetails: { name: "Asha Rao" },
    verificationDetailList: {
      identity: { verificationList: [{ type: "aadhaar", maskedNumber: `XXXX XXXX ${aadhaarNumber.slice(-4)}` }] },
    },
  });
  for (const table of ["profile_verifications", "otp_codes", "otp_limits", "outbox", "consents", "audit_log"]) {
    const { rows } = await app.services.pool.query(`select t::text as line from ${table} t`);
    expect(rows.some((row: { line: string }) => row.line.includes(aadhaarNumber))).toBe(false);
  }
});

test("the consent that is kept is the sentence that was read, in its language", async () => {
  const { accessToken } = await app.signIn(newMobile());
  const text = "I agree to the use of my Aadhaar for this verification";
  const hindi = "मैं इस सत्यापन के लिए अपने आधार के उपयोग की सहमति देता/देती हूँ";
  const kept = async (consent: { text: string; locale: string }) => {
    await app.call("POST", send, { token: accessToken, body: { aadhaarNumber: newAadhaar(), consent } });
    const { rows } = await app.services.pool.query("select text, locale from consents order by given_at desc limit 1");
    return rows[0] as unknown;
  };
  expect(await kept({ text, locale: "hi" })).toEqual({ text: hindi, locale: "hi" });
  expect(await kept({ text, locale: "en" })).toEqual({ text, locale: "en" });
  // A page that says it in its own words is kept by them.
  expect(await kept({ text: "Ja, gern", locale: "de" })).toEqual({ text: "Ja, gern", locale: "de" });
});

test("a code counts for the candidate and the purpose it was sent for alone", async () => {
  const mobile = newMobile();
  const { accessToken } = await app.signIn(mobile);
  const other = await app.signIn(newMobile());
  const { otpTxnId } = (
    await app.call("POST", send, { token: accessToken, body: { aadhaarNumber: newAadhaar() } })
  ).json().data;
  const otp = await app.readCode(mobile);
  expect((await app.call("POST", prove, { token: other.accessToken, body: { otpTxnId, otp } })).json().code).toBe(104);
  expect(
    (await app.call("PUT", `/web-wallet/api/1.0/profile/otp/${otpTxnId}/verify`, { body: { otp } })).json().code,
  ).toBe(104);
  expect((await app.call("POST", prove, { token: accessToken, body: { otpTxnId, otp } })).statusCode).toBe(200);
});

test("three sends for one number, whoever asks", async () => {
  const aadhaarNumber = newAadhaar();
  for (let sent = 0; sent < 3; sent += 1) {
    const { accessToken } = await app.signIn(newMobile());
    expect((await app.call("POST", send, { token: accessToken, body: { aadhaarNumber } })).statusCode).toBe(200);
  }
  const { accessToken } = await app.signIn(newMobile());
  expect((await app.call("POST", send, { token: accessToken, body: { aadhaarNumber } })).json().code).toBe(108);
});
