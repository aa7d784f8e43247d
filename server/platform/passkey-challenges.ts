import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { WalletError } from "#server/errors.ts";
import { prune } from "./prune.ts";
import { transact, type Database, type Queryable } from "./store/database.ts";
import { passkeyChallenges } from "./store/tables/passkeys.ts";

/** A challenge is valid for this time. Authenticators get the same time to answer. */
export const challengeSeconds = 300;

/**
 * What a challenge is for. `boundTo`: the session, the hash of the pending sign-in, or that of the invitation. Staff
 * who sign in are unknown until they answer: `ownerId` and `boundTo` are empty then.
 */
export interface ChallengeUse {
  purpose: typeof passkeyChallenges.$inferSelect.purpose;
  ownerId: string;
  boundTo: string;
}

const toHash = (challenge: string): string => createHash("sha256").update(challenge).digest("base64url");

/** Stores a new challenge and returns it. */
export async function issueChallenge(db: Database, use: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  await transact(db, (tx) =>
    tx.execute(sql`
      insert into passkey_challenges (hash, purpose, candidate_id, bound_to, expires_at)
      values (${toHash(challenge)}, ${use.purpose}, ${use.ownerId}, ${use.boundTo},
        app_now() + ${challengeSeconds} * interval '1 second')`),
  );
  return challenge;
}

/**
 * Spends the challenge of an authenticator's answer; `succeed` joins the transaction, so that what the answer gives is
 * committed with it. `undefined` from `succeed` refuses the answer, and the challenge stays spent. Throws 400 (123)
 * then, and when the challenge is unknown, spent, expired, or was issued for another use.
 */
export async function spendChallenge<T extends object>(
  db: Database,
  clientDataJSON: string,
  use: ChallengeUse,
  succeed: (tx: Queryable, challenge: string) => Promise<T | undefined>,
): Promise<T> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === undefined) throw new WalletError("passkeyRejected");
  const given = await transact(db, async (tx) =>
    (await takeChallenge(tx, challenge, use)) ? succeed(tx, challenge) : undefined,
  );
  if (given === undefined) throw new WalletError("passkeyRejected");
  return given;
}

async function takeChallenge(tx: Queryable, challenge: string, use: ChallengeUse): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    delete from passkey_challenges
    where hash = ${toHash(challenge)} and purpose = ${use.purpose} and candidate_id = ${use.ownerId}
      and bound_to = ${use.boundTo} and expires_at > app_now()`);
  return rowCount === 1;
}

/** The challenge in the client data of an answer; undefined when it has another form. */
function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    const challenge = typeof data === "object" && data !== null && "challenge" in data ? data.challenge : undefined;
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    // No JSON: the answer comes from no browser.
    return undefined;
  }
}

export async function pruneChallenges(db: Database): Promise<void> {
  await prune(db, passkeyChallenges, sql`expires_at < app_now()`);
}
