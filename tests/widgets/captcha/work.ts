import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { CaptchaWork } from "#widgets/widget.ts";

/** Sets work whose number is `number`, each time anew; `ids` counts how often it was asked for. */
export function setter(number: number, expiresAt = "2026-11-21T10:10:00Z") {
  let asked = 0;
  const algorithm = "PBKDF2/SHA-256";
  return {
    ids: () => asked,
    askWork: async (): Promise<CaptchaWork> => {
      asked += 1;
      const { parameters } = await createChallenge({ algorithm, cost: 100, counter: number, deriveKey });
      const { nonce, salt, cost, keyLength, keyPrefix } = parameters;
      return { captchaId: `w${asked}`, challenge: { algorithm, nonce, salt, cost, keyLength, keyPrefix }, expiresAt };
    },
  };
}
