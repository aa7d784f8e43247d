import { sql } from "drizzle-orm";
import { blockedFor, wrongOtp, type WalletError } from "#server/errors.ts";
import { prune } from "#server/platform/prune.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { otpLimits } from "#server/platform/store/tables/otp.ts";

/*
 * Counters per subject and purpose: 3 sends and 3 failures in a rolling 2 hours, 10 sends a day. The third failure
 * blocks for 2 hours. Each change is one conditional statement, and its row count decides.
 */

export const maxFailures = 3;
const windowHours = 2;
const blockSeconds = windowHours * 3600;

/**
 * Returns the key with existing counters, otherwise the first. A new secret therefore resets no counter. Counters under
 * an older key move to the newest, so that a later start needs no older one.
 */
export async function renewLimitKey(tx: Queryable, keys: readonly string[]): Promise<string> {
  const [newest, ...older] = keys;
  if (newest === undefined) throw new Error("A subject needs at least one key.");
  if (older.length === 0) return newest;
  const { rows } = await tx.execute<{ key: string }>(sql`
    select l.key from otp_limits l join unnest(${sql.param(keys)}::text[]) with ordinality as known (key, place) on known.key = l.key
    order by known.place desc limit 1`);
  const found = rows[0]?.key ?? newest;
  if (found === newest) return newest;
  // Counters under both keys exist after a server without the new key counted too: the older ones count.
  const { rowCount } = await tx.execute(sql`
    update otp_limits set key = ${newest} where key = ${found} and not exists (select from otp_limits where key = ${newest})`);
  if (rowCount !== 1) return found;
  await tx.execute(sql`update otp_codes set limit_key = ${newest} where limit_key = ${found}`);
  return newest;
}

/** Counts one send or rejects it. Throws `blocked` (429) with the seconds left. */
export async function countSend(tx: Queryable, key: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    insert into otp_limits as l (key, sends, daily_sends, failures)
    values (${key}, array[app_now()], array[app_now()], '{}')
    on conflict (key) do update set
      sends = recent_moments(l.sends, interval '2 hours') || app_now(),
      daily_sends = recent_moments(l.daily_sends, interval '24 hours') || app_now()
    where (l.blocked_until is null or l.blocked_until <= app_now())
      and cardinality(recent_moments(l.sends, interval '2 hours')) < 3
      and cardinality(recent_moments(l.daily_sends, interval '24 hours')) < 10`);
  if (rowCount === 0) throw blockedFor(await readSecondsLeft(tx, key));
}

/**
 * Counts one attempt before the codes are compared; → the number of failures if this attempt fails. Throws `blocked`
 * when the subject is blocked: then nothing is compared.
 */
export async function countAttempt(db: Queryable, key: string): Promise<number> {
  const { rows } = await db.execute<{ failures: number }>(sql`
    update otp_limits as l set
      failures = recent_moments(l.failures, interval '2 hours') || app_now(),
      blocked_until = case when cardinality(recent_moments(l.failures, interval '2 hours')) + 1 >= ${maxFailures}
        then app_now() + ${blockSeconds} * interval '1 second' end
    where l.key = ${key} and (l.blocked_until is null or l.blocked_until <= app_now())
    returning cardinality(l.failures) as failures`);
  if (rows[0]) return Number(rows[0].failures);
  throw blockedFor(await readSecondsLeft(db, key));
}

/** The error for a failed attempt: the attempts left, or the block. */
export function toOtpError(failures: number): WalletError {
  if (failures >= maxFailures) return blockedFor(blockSeconds);
  return wrongOtp(maxFailures - failures);
}

/** Clears the 2-hour window after a success. The sends of the day stay. */
export async function clearLimits(tx: Queryable, key: string): Promise<void> {
  await tx.execute(sql`update otp_limits set sends = '{}', failures = '{}', blocked_until = null where key = ${key}`);
}

/** Deletes subjects without a counter in any window. */
export async function pruneLimits(db: Database): Promise<void> {
  const counts = sql`cardinality(recent_moments(daily_sends, interval '24 hours')) + cardinality(recent_moments(failures, interval '2 hours'))`;
  await prune(db, otpLimits, sql`${counts} = 0 and (blocked_until is null or blocked_until <= app_now())`);
}

/** Seconds until the next send is possible: the block, the third last send of 2 hours, the tenth last of a day. */
async function readSecondsLeft(db: Queryable, key: string): Promise<number> {
  const { rows } = await db.execute<{ seconds: string | null }>(sql`
    select extract(epoch from greatest(
      blocked_until,
      case when cardinality(sends) >= 3 then sends[cardinality(sends) - 2] + interval '2 hours' end,
      case when cardinality(daily_sends) >= 10 then daily_sends[cardinality(daily_sends) - 9] + interval '24 hours' end
    ) - app_now()) as seconds from otp_limits where key = ${key}`);
  return Math.max(1, Number(rows[0]?.seconds ?? blockSeconds));
}
