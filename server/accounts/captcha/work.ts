import { randomInt } from "node:crypto";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Data } from "#engine/api/contracts.ts";
import type { Limits } from "#engine/documents/catalogues.ts";
import { keepCaptcha, type CaptchaPurpose, type CaptchaServices } from "./captcha.ts";

/**
 * Sets work for the device of somebody who cannot read the picture: to find a number by making step after step. Who asks
 * knows the number, so the answer is kept and judged as the digits of a picture are, and nothing that comes back has to
 * be signed. The number cannot be told but by doing the work: each has its own nonce and salt. Throws 108 when too much
 * is asked for.
 */
export async function setWork(
  services: CaptchaServices,
  purpose: CaptchaPurpose,
  { rounds, least, most }: Limits["captchaWork"],
): Promise<Data<"captcha.work">> {
  const number = randomInt(least, most + 1);
  const kept = await keepCaptcha(services, purpose, String(number));
  const algorithm = "PBKDF2/SHA-256";
  const { parameters } = await createChallenge({ algorithm, cost: rounds, counter: number, deriveKey });
  const { nonce, salt, cost, keyLength, keyPrefix } = parameters;
  return { ...kept, challenge: { algorithm, nonce, salt, cost, keyLength, keyPrefix } };
}
