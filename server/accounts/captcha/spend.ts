import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { getAt, setAt } from "#engine/base/json-pointer.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { captchas } from "#server/platform/store/tables/captchas.ts";
import { toAnswerHmacs } from "./captcha.ts";

/** A submission came without a captcha that counts: the caller answers 116 with a new one, after its transaction has ended. */
export class CaptchaRefused extends Error {
  readonly verificationName: string;
  readonly captchaId: string | undefined;
  /** Where the text stands in the body that was sent. */
  readonly pointer: string;

  constructor(verificationName: string, captchaId: string | undefined, pointer: string) {
    super(`No captcha for ${verificationName}`);
    this.verificationName = verificationName;
    this.captchaId = captchaId;
    this.pointer = pointer;
  }
}

/**
 * Spends the captcha of a verification that asks for one, and takes its text out of the data: it proves nothing later.
 * Solved before, or solved by the text that came along. Throws CaptchaRefused.
 */
export async function spendCaptcha(
  tx: Queryable,
  { secrets, candidateId, transactionId }: { secrets: Secrets; candidateId: string; transactionId: string },
  verification: VerificationDocument,
  {
    captchaId,
    data,
    base,
  }: {
    captchaId: string | undefined;
    data: Record<string, unknown>;
    /** Where `data` stands in the body. */ base: string;
  },
): Promise<Record<string, unknown>> {
  if (!verification.captcha) return data;
  const { at } = verification.captcha;
  const text = getAt(data, at);
  const given = captchaId === undefined ? [] : toAnswerHmacs(secrets, captchaId, typeof text === "string" ? text : "");
  const spent = await tx
    .update(captchas)
    .set({ usedAt: sql`app_now()` })
    .where(
      and(
        eq(captchas.id, captchaId ?? ""),
        eq(captchas.candidateId, candidateId),
        eq(captchas.transactionId, transactionId),
        eq(captchas.verificationName, verification.id),
        isNull(captchas.usedAt),
        sql`${captchas.expiresAt} > app_now()`,
        sql`(${captchas.solvedAt} is not null or ${inArray(captchas.answerHmac, given)})`,
      ),
    )
    .returning({ id: captchas.id });
  if (spent.length === 0) throw new CaptchaRefused(verification.id, captchaId, base + at);
  return setAt(data, at, undefined);
}
