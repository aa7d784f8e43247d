import { sql } from "drizzle-orm";
import { blockedFor } from "#server/errors.ts";
import type { Budgets } from "#server/platform/settings.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { maxBytes } from "../limits.ts";

const daySeconds = 86_400;

/** Concurrent uploads of one candidate wait for each other: none would see another's row before its commit. */
export async function lockStoredBytes(tx: Queryable, candidateId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${candidateId}`}, 0))`);
}

/**
 * Throws `blocked` (429) when the candidate's files and uploads with `bytes` more exceed the budget of an hour or the
 * whole. Files that a scanner removed do not count.
 */
export async function assertRoom(
  db: Queryable,
  { storedBytes, storedBytesPerHour }: Pick<Budgets, "storedBytes" | "storedBytesPerHour">,
  candidateId: string,
  bytes: number,
): Promise<void> {
  const { rows } = await db.execute<{ total: string; recent: string; seconds: string | null }>(sql`
    select coalesce(sum(bytes), 0) as total,
      coalesce(sum(bytes) filter (where is_recent), 0) as recent,
      extract(epoch from min(created_at) filter (where is_recent) + interval '1 hour' - app_now()) as seconds
    from (
      select size_bytes as bytes, created_at, created_at > app_now() - interval '1 hour' as is_recent
      from files where candidate_id = ${candidateId} and scan is distinct from 'infected'
      union all
      select coalesce(size_bytes, ${maxBytes}), created_at, created_at > app_now() - interval '1 hour'
      from uploads where candidate_id = ${candidateId} and state in ('receiving', 'finished')
    ) as stored`);
  const { total, recent, seconds } = rows[0]!;
  // Unclaimed uploads are removed within a day. Nothing else frees room.
  if (Number(total) + bytes > storedBytes) throw blockedFor(daySeconds, "stored-bytes");
  if (Number(recent) + bytes > storedBytesPerHour) throw blockedFor(Number(seconds ?? 3600), "stored-bytes");
}
