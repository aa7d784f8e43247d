import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { CaptchaProofOfWork } from "#widgets/widget.ts";

/** Creates a new proof of work with this number for each request; `ids` counts the requests. */
export function setter(number: number, expiresAt = "2026-11-21T10:10:00Z") {
  let asked = 0;
  const algorithm = "PBKDF2/SHA-256";
  return {
    ids: () => asked,
    requestProofOfWork: async (): Promise<CaptchaProofOfWork> => {
      asked += 1;
      const { parameters } = await createChallenge({ algorithm, cost: 100, counter: number, deriveKey });
      const { nonce, salt, cost, keyLength, keyPrefix } = parameters;
      return { captchaId: `w${asked}`, challenge: { algorithm, nonce, salt, cost, keyLength, keyPrefix }, expiresAt };
    },
  };
}
