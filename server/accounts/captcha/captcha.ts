import { randomInt } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Data } from "#engine/api/contracts.ts";
import { WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Platform } from "#server/platform/platform.ts";
import { transact } from "#server/platform/store/database.ts";
import { captchas } from "#server/platform/store/tables/captchas.ts";
import { toBeeps } from "./beeps.ts";
import { drawDigits } from "./draw.ts";

type Drawn = Extract<Data<"captcha.verify">, { image: string }>;
type Solved = Extract<Data<"captcha.verify">, { verified: true }>;

const length = 6;
const lifetimeSeconds = 600;
const drawsMax = 60;
const drawWindowSeconds = 600;

/** The verification that a picture or work is for, and whose it is: the caller has made sure of both. */
export interface CaptchaPurpose {
  candidateId: string;
  transactionId: string;
  verificationName: string;
}

/** What asking and judging work with. */
export type CaptchaServices = Pick<Platform, "db" | "limits" | "secrets">;

/** Draws a picture and its sound. Throws 108 when too many are drawn. */
export async function drawCaptcha(services: CaptchaServices, purpose: CaptchaPurpose): Promise<Drawn> {
  const digits = Array.from({ length }, () => String(randomInt(0, 10))).join("");
  const kept = await keepCaptcha(services, purpose, digits);
  return {
    ...kept,
    image: toDataUrl("image/png", await drawDigits(digits)),
    audioUrl: toDataUrl("audio/wav", toBeeps(digits)),
  };
}

/** Keeps what has to be answered, whatever asks for it: pictures and work count together. Throws 108 when it is too many. */
export async function keepCaptcha(
  services: CaptchaServices,
  purpose: CaptchaPurpose,
  answer: string,
): Promise<{ captchaId: string; expiresAt: string }> {
  await services.limits.take(`captcha ${purpose.candidateId}`, drawsMax, drawWindowSeconds);
  const id = newId();
  const [kept] = await transact(services.db, (tx) =>
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
  return { captchaId: id, expiresAt: kept!.expiresAt.toISOString() };
}

/** Judges an answer; a wrong one uses the picture up and brings a new one (code 116). */
export async function answerCaptcha(
  services: CaptchaServices,
  purpose: CaptchaPurpose,
  { captchaId, captchaText }: { captchaId: string; captchaText: string },
): Promise<Solved> {
  const open = and(
    eq(captchas.id, captchaId),
    eq(captchas.candidateId, purpose.candidateId),
    eq(captchas.transactionId, purpose.transactionId),
    eq(captchas.verificationName, purpose.verificationName),
    isNull(captchas.usedAt),
    isNull(captchas.solvedAt),
    sql`${captchas.expiresAt} > app_now()`,
  );
  const hmacs = toAnswerHmacs(services.secrets, captchaId, captchaText);
  // With its answer: who asks again after it was lost has solved it, and is not told that it was wrong.
  const solved = await transact(services.db, (tx) =>
    tx
      .update(captchas)
      .set({ solvedAt: sql`app_now()` })
      .where(and(open, inArray(captchas.answerHmac, hmacs)))
      .returning({ id: captchas.id }),
  );
  if (solved.length === 1) return { captchaId, verified: true };
  await services.db
    .update(captchas)
    .set({ usedAt: sql`app_now()` })
    .where(open);
  throw new WalletError("captcha", { data: await drawCaptcha(services, purpose) });
}

/** Uses up a picture that a submission answered wrongly: nobody tries twice on one. */
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

/** Keyed, so that the database does not tell the answer; spaces that a person typed do not count. */
export function toAnswerHmacs(secrets: Secrets, captchaId: string, text: string): string[] {
  return secrets.hmacs("OTP_SECRET", `captcha ${captchaId} ${text.replace(/\s/g, "")}`);
}

/** Forgets pictures and work that expired an hour ago. */
export async function sweepCaptchas({ db }: Pick<Platform, "db">): Promise<void> {
  await prune(db, captchas, sql`expires_at < app_now() - interval '1 hour'`);
}

function toDataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString("base64")}`;
}
