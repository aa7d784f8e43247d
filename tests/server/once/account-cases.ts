import { services as bases } from "#engine/contract/services.ts";
import { newMobile, type TestApp } from "../app.ts";
import { sendFile } from "../files/multipart.ts";
import { makePicture } from "../files/sample-documents.ts";
import { begin } from "../wallet/transactions/candidate.ts";
import type { OnceCase } from "./once-case.ts";

const profile = `${bases.webWallet}/profile`;
const inside = { identity: true, process: true } as const;

/** Codes, tokens and nonces of a candidate. */
export const accountCases: Readonly<Record<string, OnceCase>> = {
  "a one-time code signs in once": {
    winners: "one",
    prepare: async (app) => {
      const mobile = newMobile();
      await app.signIn(mobile);
      const { txnId } = (await app.call("POST", `${profile}/login`, { body: { mobile } })).json().data;
      const otp = await app.readCode(mobile);
      const before = await countSessions(app, mobile);
      return {
        attempt: async () => ({
          won: (await app.call("PUT", `${profile}/otp/${txnId}/verify`, { body: { otp } })).statusCode === 200,
        }),
        countsOnce: [[`select count(*) - ${before} as count from sessions where candidate_id = ${byMobile}`, mobile]],
      };
    },
  },
  "a refresh token has one successor": {
    winners: "same",
    prepare: async (app) => {
      const mobile = newMobile();
      const { refreshToken: token } = await app.signIn(mobile);
      return {
        attempt: async () => {
          const answer = await app.call("PUT", `${profile}/login/get-token`, { token });
          return { won: answer.statusCode === 200, given: answer.json().data?.refreshToken };
        },
        countsOnce: [
          [
            `select count(*) from refresh_tokens t join sessions s on s.id = t.session_id where t.generation = 1 and s.candidate_id = ${byMobile}`,
            mobile,
          ],
        ],
      };
    },
  },
  "a captcha is spent by one submission": {
    winners: "one",
    prepare: async (app) => {
      const asha = await begin(app, "meridian", "loan-kyc", inside);
      const draw = { orgId: "meridian", txnId: asha.txnId };
      const drawn = await asha.call("POST", "/verification/api/1.0/verifications/pre-verify/dl", draw);
      const { captchaId } = drawn.json<{ data: { captchaId: string } }>().data;
      const captchaText = "471100";
      await app.services.pool.query("update captchas set answer_hmac = $2 where id = $1", [
        captchaId,
        app.services.secrets.hmac("captcha-answer", `captcha ${captchaId} ${captchaText}`),
      ]);
      const data = { licenceNumber: "KA0120200001234", expiryDate: "31-12-2035", captchaText };
      return {
        attempt: async () => ({
          won: (await asha.post("/bgv", { list: [{ verificationName: "dl", data, captchaId }] })).statusCode === 200,
        }),
        countsOnce: [
          ["select count(*) from submissions where transaction_id = $1 and verification_name = 'dl'", asha.txnId],
        ],
      };
    },
  },
  "a photo nonce stores one photo": {
    winners: "one",
    prepare: async (app, attempts) => {
      const asha = await begin(app, "harbour", "background-check", inside);
      const { orgId, txnId } = asha;
      const leave = { orgId, txnId, verificationName: "bgv-address" };
      const { nonce } = (await asha.call("POST", "/utility/api/1.0/photo-nonces", leave)).json<{
        data: { nonce: string };
      }>().data;
      const photos = await Promise.all(
        Array.from({ length: attempts }, (_, at) => makePicture({ width: 320, height: 240 + at, format: "jpeg" })),
      );
      const url = `/utility/api/1.0/files?fileCategory=photo&photoNonce=${nonce}`;
      return {
        attempt: async (at) => {
          const file = { name: "photo.jpg", type: "image/jpeg" };
          return { won: (await sendFile(app, url, asha.token, photos[at]!, file)).statusCode === 200 };
        },
        countsOnce: [
          [`select count(*) from files where candidate_id = ${byMobile}`, asha.mobile],
          ["select count(*) from photo_nonces where id = $1 and file_id is not null", nonce],
        ],
      };
    },
  },
};

const byMobile = "(select id from candidates where mobile = $1)";

async function countSessions(app: TestApp, mobile: string): Promise<number> {
  const statement = `select count(*) as count from sessions where candidate_id = ${byMobile}`;
  const { rows } = await app.services.pool.query<{ count: string }>(statement, [mobile]);
  return Number(rows[0]!.count);
}
