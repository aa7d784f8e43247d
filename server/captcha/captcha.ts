import { randomInt } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Data } from "#engine/api/contracts.ts";
import type { Candidate } from "../http/authenticate.ts";
import { notFound, WalletError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Secrets } from "../secrets.ts";
import type { Services } from "../services.ts";
import { captchas } from "../store/tables/captchas.ts";
import { getTransaction, type TransactionKeys } from "../transactions/rows.ts";
import { toBeeps } from "./beeps.ts";
import { drawDigits } from "./draw.ts";

type Drawn = Extract<Data<"captcha.verify">, { image: string }>;
type Solved = Extract<Data<"captcha.verify">, { verified: true }>;

const length = 6;
const lifetimeSeconds = 600;
const drawsMax = 60;
const drawWindowSeconds = 600;

/** Draws a picture and its sound for a verification of the candidate's transaction. Throws 104, 108. */
export async function drawCaptcha(services: Services, candidate: Candidate, verificationName: string, keys: TransactionKeys): Promise<Drawn> {
  await services.limits.take(`captcha ${candidate.id}`, drawsMax, drawWindowSeconds);
  const loaded = await getTransaction(services.db, candidate.id, keys);
  if (!loaded.items.some((item) => item.name === verificationName)) throw notFound("Verification");
  const digits = Array.from({ length }, () => String(randomInt(0, 10))).join("");
  const id = newId();
  const expiresAt = new Date(loaded.now.getTime() + lifetimeSeconds * 1000);
  await services.db.insert(captchas).values({ id, candidateId: candidate.id, transactionId: keys.txnId, verificationName, answerHmac: toAnswerHmac(services.secrets, id, digits), expiresAt });
  return {
    captchaId: id,
    image: toDataUrl("image/png", await drawDigits(digits)),
    audioUrl: toDataUrl("audio/wav", toBeeps(digits)),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Judges an answer; a wrong one uses the picture up and brings a new one (code 116). */
export async function answerCaptcha(
  services: Services,
  candidate: Candidate,
  verificationName: string,
  { captchaId, captchaText, ...keys }: TransactionKeys & { captchaId: string; captchaText: string },
): Promise<Solved> {
  const open = and(
    eq(captchas.id, captchaId), eq(captchas.candidateId, candidate.id), eq(captchas.transactionId, keys.txnId), eq(captchas.verificationName, verificationName),
    isNull(captchas.usedAt), isNull(captchas.solvedAt), sql`${captchas.expiresAt} > app_now()`,
  );
  const hmac = toAnswerHmac(services.secrets, captchaId, captchaText);
  const solved = await services.db.update(captchas).set({ solvedAt: sql`app_now()` }).where(and(open, eq(captchas.answerHmac, hmac))).returning({ id: captchas.id });
  if (solved.length === 1) return { captchaId, verified: true };
  await services.db.update(captchas).set({ usedAt: sql`app_now()` }).where(open);
  throw new WalletError("captcha", { data: await drawCaptcha(services, candidate, verificationName, keys) });
}

/** Uses up a picture that a submission answered wrongly: nobody tries twice on one. */
export async function discardCaptcha({ db }: Pick<Services, "db">, candidateId: string, captchaId: string): Promise<void> {
  await db.update(captchas).set({ usedAt: sql`app_now()` }).where(and(eq(captchas.id, captchaId), eq(captchas.candidateId, candidateId), isNull(captchas.usedAt)));
}

/** Keyed, so that the database does not tell the digits; spaces that a person typed do not count. */
export function toAnswerHmac(secrets: Secrets, captchaId: string, text: string): string {
  return secrets.hmac("OTP_SECRET", `captcha ${captchaId} ${text.replace(/\s/g, "")}`);
}

/** Forgets pictures that expired an hour ago. */
export async function sweepCaptchas({ db }: Pick<Services, "db">): Promise<void> {
  await db.delete(captchas).where(lt(captchas.expiresAt, sql`app_now() - interval '1 hour'`));
}

function toDataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString("base64")}`;
}
