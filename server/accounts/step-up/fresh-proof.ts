import { sql } from "drizzle-orm";
import { WalletError } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { Queryable } from "#server/platform/store/database.ts";

/**
 * How long a proof of the candidate counts: the sign-in, a passkey, or a one-time code. Operations whose contract has
 * `needsFreshProof` ask for a new one afterwards.
 */
const freshMinutes = 30;

/** Throws 403 (122) when the last proof in this session is too old. */
export async function assertFreshProof(db: Queryable, sessionId: string): Promise<void> {
  const { rows } = await db.execute(sql`
    select 1 from sessions where id = ${sessionId} and ended_at is null
      and coalesce(proved_at, created_at) > app_now() - ${freshMinutes} * interval '1 minute'`);
  if (rows.length === 0) throw new WalletError("proofNeeded");
}

/** Records a proof in a session; → the time until which it counts. Throws 401 when the session has ended. */
export async function recordProof(
  tx: Queryable,
  { sessionId, candidateId, by }: { sessionId: string; candidateId: string; by: "passkey" | "code" },
): Promise<{ provedUntil: string }> {
  const { rows } = await tx.execute<{ until: Date | string }>(sql`
    update sessions set proved_at = app_now()
    where id = ${sessionId} and candidate_id = ${candidateId} and ended_at is null
    returning app_now() + ${freshMinutes} * interval '1 minute' as until`);
  if (!rows[0]) throw new WalletError("sessionRevoked");
  await writeAudit(tx, "proved-again", candidateId, { by });
  return { provedUntil: new Date(rows[0].until).toISOString() };
}
