import { randomInt } from "node:crypto";
import { services as bases } from "#engine/contract/services.ts";
import { isAadhaarNumber } from "#server/accounts/identity/aadhaar-number.ts";
import { sendFile } from "../../files/multipart.ts";
import { byMobile, signIn, type FaultCase } from "../prepared-call.ts";

const sendCode = `${bases.verification}/verifications/otp/aadhaar`;
const consent = { text: "I agree", locale: "en" };

/** Identity verification. */
export const identityCases: Readonly<Record<string, FaultCase>> = {
  "aadhaar.send-otp": async (app) => {
    const { mobile, token } = await signIn(app, {});
    return {
      method: "POST",
      url: sendCode,
      token,
      body: { aadhaarNumber: toAadhaar(), consent },
      countsOnce: [
        [`select count(*) from consents where candidate_id = ${byMobile}`, mobile],
        [`select count(*) from otp_codes where candidate_id = ${byMobile}`, mobile],
      ],
    };
  },
  "aadhaar.verify": async (app) => {
    const { mobile, token } = await signIn(app, {});
    const sent = await app.call("POST", sendCode, { token, body: { aadhaarNumber: toAadhaar(), consent } });
    const { otpTxnId } = sent.json<{ data: { otpTxnId: string } }>().data;
    return {
      method: "POST",
      url: `${bases.issuer}/profile/aadhaar`,
      token,
      body: { otpTxnId, otp: await app.readCode(mobile) },
      countsOnce: [
        ["select count(*) from otp_codes where id = $1 and consumed_at is not null", otpTxnId],
        ...proved("aadhaar", mobile),
      ],
    };
  },
  "profile.verify-passport": async (app, paper) => {
    const { mobile, token } = await signIn(app, {});
    const stored = await sendFile(app, `${bases.utility}/files`, token, paper);
    const { fileUrl: documentUrl } = stored.json<{ data: { fileUrl: string } }>().data;
    const data = { passportNumber: "Z1234567", name: "Asha Devi Rao", expiryDate: "01-02-2035", documentUrl };
    return {
      method: "PUT",
      url: `${bases.webWallet}/profile/verification-detail`,
      token,
      body: { type: "passport", data },
      countsOnce: proved("passport", mobile),
    };
  },
};

const proved = (type: string, mobile: string): [string, ...unknown[]][] => [
  [`select count(*) from profile_verifications where type = '${type}' and candidate_id = ${byMobile}`, mobile],
  [`select count(*) from audit_log where event = 'identity-verified' and candidate_id = ${byMobile}`, mobile],
  ["select count(*) from candidates where mobile = $1 and proved_name is not null", mobile],
];

/** A number that the sandbox accepts (9999…), with its check digit. Different each time, in the next process too. */
function toAadhaar(): string {
  const digits = `9999${String(randomInt(10_000_000)).padStart(7, "0")}`;
  return [..."0123456789"].map((check) => digits + check).find(isAadhaarNumber)!;
}
