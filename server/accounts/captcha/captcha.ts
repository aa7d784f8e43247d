import { randomInt } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Data } from "#engine/contract/contracts.ts";
import { WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Platform } from "#server/platform/platform.ts";
import { transact } from "#server/platform/store/database.ts";
import { captchas } from "#server/platform/store/tables/captchas.ts";
import { drawDigits } from "./draw-digits.ts";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Limits } from "#engine/core/definitions/catalogues.ts";

type Drawn = Extract<Data<"captcha.verify">, { image: string }>;
type Solved = Extract<Data<"captcha.verify">, { verified: true }>;

const length = 6;
const lifetimeSeconds = 600;
const drawsMax = 60;
const drawWindowSeconds = 600;

/** The verification that a captcha belongs to, and its owner. The caller has checked both. */
export interface CaptchaPurpose {
  candidateId: string;
  transactionId: string;
  verificationName: string;
}

/** The services that captchas need. */
export type CaptchaServices = Pick<Platform, "db" | "rateLimits" | "secrets">;

/**
 * Draws a picture of digits. `audioUrl` belongs to the API but is always empty, because a captcha has no sound.
 * Throws 108 above the rate limit.
 */
export async function drawCaptcha(services: CaptchaServices, purpose: CaptchaPurpose): Promise<Drawn> {
  const digits = Array.from({ length }, () => String(randomInt(0, 10))).join("");
  const stored = await storeCaptcha(services, purpose, digits);
  return {
    ...stored,
    image: `data:image/png;base64,${(await drawDigits(digits)).toString("base64")}`,
    audioUrl: "",
  };
}

/**
 * Creates a proof of work for a device whose user cannot read the picture. The server knows the number and stores it
 * like the digits of a picture, so the challenge needs no signature. Each challenge has its own nonce and salt. Throws
 * 108 above the rate limit.
 */
export async function createWorkChallenge(
  services: CaptchaServices,
  purpose: CaptchaPurpose,
  { rounds, least, most }: Limits["captchaWork"],
): Promise<Data<"captcha.work">> {
  const number = randomInt(least, most + 1);
  const stored = await storeCaptcha(services, purpose, String(number));
  const algorithm = "PBKDF2/SHA-256";
  const { parameters } = await createChallenge({ algorithm, cost: rounds, counter: number, deriveKey });
  const { nonce, salt, cost, keyLength, keyPrefix } = parameters;
  return { ...stored, challenge: { algorithm, nonce, salt, cost, keyLength, keyPrefix } };
}

/** Stores the answer of a captcha; pictures and proofs of work share one rate limit. Throws 108 above it. */
async function storeCaptcha(
  services: CaptchaServices,
  purpose: CaptchaPurpose,
  answer: string,
): Promise<{ captchaId: string; expiresAt: string }> {
  await services.rateLimits.consume(`captcha ${purpose.candidateId}`, drawsMax, drawWindowSeconds);
  const id = newId();
  const [stored] = await transact(services.db, (tx) =>
    tx
      .insert(captchas)
      .values({
        id,
        ...purpose,
        answerHmac: toAnswerHmacs(services.secrets, id, answer)[0]!,
        expiresAt: sql`app_now() + ${lifetimeSeconds} * interval '1 second'`,
      })
      .returning({ expiresAt: captchas.expiresAt }),
  );
  return { captchaId: id, expiresAt: stored!.expiresAt.toISOString() };
}

/** Checks an answer. A wrong answer uses the captcha up and returns a new one (code 116). */
export async function answerCaptcha(
  services: CaptchaServices,
  purpose: CaptchaPurpose,
  { captchaId, captchaText }: { captchaId: string; captchaText: string },
): Promise<Solved> {
  const isOpen = and(
    eq(captchas.id, captchaId),
    eq(captchas.candidateId, purpose.candidateId),
    eq(captchas.transactionId, purpose.transactionId),
    eq(captchas.verificationName, purpose.verificationName),
    isNull(captchas.usedAt),
    isNull(captchas.solvedAt),
    sql`${captchas.expiresAt} > app_now()`,
  );
  const hmacs = toAnswerHmacs(services.secrets, captchaId, captchaText);
  // The update includes the answer: a repeated call after a lost response succeeds again.
  const solved = await transact(services.db, (tx) =>
    tx
      .update(captchas)
      .set({ solvedAt: sql`app_now()` })
      .where(and(isOpen, inArray(captchas.answerHmac, hmacs)))
      .returning({ id: captchas.id }),
  );
  if (solved.length === 1) return { captchaId, verified: true };
  await services.db
    .update(captchas)
    .set({ usedAt: sql`app_now()` })
    .where(isOpen);
  throw new WalletError("captcha", { data: await drawCaptcha(services, purpose) });
}

/** Uses up a captcha after a wrong answer in a submission, so that no captcha allows two attempts. */
export async function discardCaptcha(
  { db }: Pick<Platform, "db">,
  candidateId: string,
  captchaId: string,
): Promise<void> {
  await db
    .update(captchas)
    .set({ usedAt: sql`app_now()` })
    .where(and(eq(captchas.id, captchaId), eq(captchas.candidateId, candidateId), isNull(captchas.usedAt)));
}

/** Keyed hashes, so that the database does not reveal the answer. Typed blanks do not count. */
export function toAnswerHmacs(secrets: Secrets, captchaId: string, text: string): string[] {
  return secrets.hmacs("captcha-answer", `captcha ${captchaId} ${text.replace(/\s/g, "")}`);
}

/** Deletes captchas that expired more than an hour ago. */
export async function pruneCaptchas({ db }: Pick<Platform, "db">): Promise<void> {
  await prune(db, captchas, sql`expires_at < app_now() - interval '1 hour'`);
}
