import { randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { notFound } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { MessageContent, Outbox } from "#server/messaging/outbox/outbox.ts";
import type { Channel } from "#server/ports/messages.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { transact, type Database, type Queryable } from "#server/platform/store/database.ts";
import { otpCodes } from "#server/platform/store/tables/otp.ts";
import { clearLimits, renewLimitKey, pruneLimits, countAttempt, countSend, toOtpError } from "./limits.ts";

/** A code is valid for ten minutes. The client offers to resend after 30 seconds. */
export const lifetimeSeconds = 600;
export const resendAfterSeconds = 30;

export interface SendOtp<P> {
  /** A code is valid for one purpose only. */
  purpose: string;
  /** The subject of the counters: an E.164 number, a hash, or candidate and reference number. */
  subject: string;
  candidateId: string | null;
  channel: Channel;
  to: string;
  /** Writes related rows in the transaction of the code. → the payload, sealed, that `verify` hands to `succeed`. */
  preparePayload(tx: Queryable): Promise<P>;
  /** The message with the code. */
  writeMessage(code: string, payload: P): Pick<MessageContent, "subject" | "text">;
}

export interface VerifyOtp {
  txnId: string;
  otp: string;
  purpose: string;
  /** Accepts only codes sent for this candidate; null for codes sent before sign-in. */
  candidateId: string | null;
  /** Runs after a wrong code, for further counters. A rejection before the comparison does not call it. */
  countFailure?(): Promise<void>;
}

/**
 * One-time passwords: six digits, stored as HMACs, bound to purpose and subject, single use. Only the newest is valid.
 */
export interface OtpService {
  /** Sends a new code and invalidates earlier ones; → its txnId. Throws `blocked` (429). */
  send<P>(request: SendOtp<P>): Promise<{ txnId: string }>;
  /**
   * Counts, then compares, then consumes the code. `succeed` joins the transaction that consumes it. Throws `notFound`
   * (unknown txnId), `wrongOtp` (107: wrong, old or expired), `blocked` (108).
   */
  verify<P, T>(request: VerifyOtp, succeed: (tx: Queryable, payload: P) => Promise<T>): Promise<T>;
  prune(): Promise<void>;
}

interface CodeRow extends Record<string, unknown> {
  limit_key: string;
  code_hmac: string;
  sealed_payload: string;
}

export function createOtpService(db: Database, secrets: Secrets, outbox: Outbox): OtpService {
  const toHmacs = (txnId: string, code: string) => secrets.hmacs("otp-code", `code ${txnId} ${code}`);

  return {
    async send(request) {
      const txnId = newId();
      const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
      const limitKeys = secrets.hmacs("otp-limit", `limit ${request.purpose} ${request.subject}`);
      await transact(db, async (tx) => {
        const limitKey = await renewLimitKey(tx, limitKeys);
        await countSend(tx, limitKey);
        const payload = await request.preparePayload(tx);
        await tx.execute(
          sql`update otp_codes set superseded_at = app_now() where limit_key = ${limitKey} and consumed_at is null and superseded_at is null`,
        );
        await tx.execute(sql`
          insert into otp_codes (id, purpose, limit_key, candidate_id, code_hmac, sealed_payload, expires_at, created_at)
          values (${txnId}, ${request.purpose}, ${limitKey}, ${request.candidateId}, ${toHmacs(txnId, code)[0]}, ${secrets.seal("otp-payload", txnId, payload)},
            app_now() + ${lifetimeSeconds} * interval '1 second', app_now())`);
        await outbox.write(tx, {
          dedupKey: `otp:${txnId}`,
          channel: request.channel,
          to: request.to,
          ...request.writeMessage(code, payload),
          otp: code,
          worthlessAfterSeconds: lifetimeSeconds,
        });
      });
      outbox.flushSoon();
      return { txnId };
    },
    async verify<P, T>(request: VerifyOtp, succeed: (tx: Queryable, payload: P) => Promise<T>) {
      const { rows } = await db.execute<CodeRow>(sql`
        select limit_key, code_hmac, sealed_payload from otp_codes
        where id = ${request.txnId} and purpose = ${request.purpose} and candidate_id is not distinct from ${request.candidateId}`);
      const row = rows[0];
      if (!row) throw notFound("otp-request");
      const failures = await countAttempt(db, row.limit_key);
      if (toHmacs(request.txnId, request.otp).some((hmac) => isSame(row.code_hmac, hmac))) {
        const result = await transact(db, async (tx) => {
          const { rowCount } = await tx.execute(sql`
            update otp_codes set consumed_at = app_now()
            where id = ${request.txnId} and consumed_at is null and superseded_at is null and expires_at > app_now()`);
          if (rowCount !== 1) return undefined;
          await clearLimits(tx, row.limit_key);
          return { value: await succeed(tx, secrets.unseal<P>("otp-payload", request.txnId, row.sealed_payload)) };
        });
        if (result) return result.value;
      }
      const failure = toOtpError(failures);
      await writeAudit(db, failure.kind === "blocked" ? "otp-blocked" : "otp-failed", request.candidateId, {
        purpose: request.purpose,
      });
      await request.countFailure?.();
      throw failure;
    },
    async prune() {
      await prune(db, otpCodes, sql`expires_at < app_now() - interval '1 day'`);
      await pruneLimits(db);
    },
  };
}

function isSame(stored: string, given: string): boolean {
  return stored.length === given.length && timingSafeEqual(Buffer.from(stored), Buffer.from(given));
}
