import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { getAt, setAt } from "#engine/core/base/json-pointer.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { captchas } from "#server/platform/store/tables/captchas.ts";
import { toAnswerHmacs, type CaptchaPurpose } from "./captcha.ts";

type Data = Record<string, unknown>;

/**
 * A submission came without a valid captcha. After its transaction has ended, the caller answers 116 with a new one.
 */
export class CaptchaRejected extends Error {
  readonly verificationName: string;
  readonly captchaId: string | undefined;
  /** JSON Pointer to the answer in the request body. */
  readonly pointer: string;

  constructor(verificationName: string, captchaId: string | undefined, pointer: string) {
    super(`No captcha for ${verificationName}`);
    this.verificationName = verificationName;
    this.captchaId = captchaId;
    this.pointer = pointer;
  }
}

/**
 * Spends a captcha, and removes the answer from the data. The captcha was solved before, or the answer in the data at
 * `at` solves it. Throws CaptchaRejected; `base` is the pointer of `data` in the request body.
 */
export async function spendCaptcha(
  tx: Queryable,
  secrets: Secrets,
  { candidateId, transactionId, verificationName }: CaptchaPurpose,
  { captchaId, data, base, at }: { captchaId: string | undefined; data: Data; base: string; at: string },
): Promise<Data> {
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
        eq(captchas.verificationName, verificationName),
        isNull(captchas.usedAt),
        sql`${captchas.expiresAt} > app_now()`,
        sql`(${captchas.solvedAt} is not null or ${inArray(captchas.answerHmac, given)})`,
      ),
    )
    .returning({ id: captchas.id });
  if (spent.length === 0) throw new CaptchaRejected(verificationName, captchaId, base + at);
  return setAt(data, at, undefined);
}
