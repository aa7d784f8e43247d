import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { prune } from "#server/platform/prune.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { passkeyChallenges } from "#server/platform/store/tables/passkeys.ts";

/** A challenge is valid for this time. Authenticators get the same time to answer. */
export const challengeSeconds = 300;

/** What a challenge is for. `boundTo`: the session, or the hash of the pending sign-in. */
export interface ChallengeUse {
  purpose: typeof passkeyChallenges.$inferSelect.purpose;
  candidateId: string;
  boundTo: string;
}

const toHash = (challenge: string): string => createHash("sha256").update(challenge).digest("base64url");

/** Stores a new challenge and returns it. */
export async function issueChallenge(db: Queryable, use: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  await db.execute(sql`
    insert into passkey_challenges (hash, purpose, candidate_id, bound_to, expires_at)
    values (${toHash(challenge)}, ${use.purpose}, ${use.candidateId}, ${use.boundTo},
      app_now() + ${challengeSeconds} * interval '1 second')`);
  return challenge;
}

/** Spends a challenge. False when it is unknown, spent, expired, or was issued for another use. */
export async function spendChallenge(db: Queryable, challenge: string, use: ChallengeUse): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    delete from passkey_challenges
    where hash = ${toHash(challenge)} and purpose = ${use.purpose} and candidate_id = ${use.candidateId}
      and bound_to = ${use.boundTo} and expires_at > app_now()`);
  return rowCount === 1;
}

export async function pruneChallenges(db: Database): Promise<void> {
  await prune(db, passkeyChallenges, sql`expires_at < app_now()`);
}
