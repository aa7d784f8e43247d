import { sql } from "drizzle-orm";
import type { Assertion } from "#engine/core/scope/shapes/passkeys.ts";
import { WalletError } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { challengeSeconds, issueChallenge, spendChallenge, type ChallengeUse } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";

interface StoredKey extends Record<string, unknown> {
  id: string;
  webauthn_id: string;
  public_key: string;
  counter: string | number;
  transports: string[];
}

/** Options to prove possession of one of the candidate's passkeys. Throws 409 without any. */
export async function prepareAssertion(
  db: Database,
  { id }: RelyingParty,
  use: ChallengeUse,
): Promise<Record<string, unknown>> {
  const { rows } = await db.execute<StoredKey>(
    sql`select webauthn_id, transports from passkeys where candidate_id = ${use.candidateId}`,
  );
  if (rows.length === 0) throw new WalletError("stateConflict", { reason: "no-passkey" });
  const challenge = await issueChallenge(db, use);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: challengeSeconds * 1000,
    userVerification: "required",
    allowCredentials: rows.map((row) => ({ id: row.webauthn_id, transports: row.transports })),
  });
  return { ...options };
}

/**
 * Verifies the answer of an authenticator: a passkey of this candidate, an open challenge of this use, our origin, a
 * verified user, a counter that rises. `succeed` joins the transaction that spends the challenge, which stays spent
 * when the answer is refused. Throws 400 (123).
 */
export async function verifyAssertion<T extends object>(
  db: Database,
  party: RelyingParty,
  { use, response }: { use: ChallengeUse; response: Assertion },
  succeed: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return spendChallenge(db, response.response.clientDataJSON, use, async (tx, challenge) =>
    (await isAccepted(tx, party, { candidateId: use.candidateId, response, challenge })) ? succeed(tx) : undefined,
  );
}

async function isAccepted(
  tx: Queryable,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { candidateId, response, challenge }: { candidateId: string; response: Assertion; challenge: string },
): Promise<boolean> {
  const { rows } = await tx.execute<StoredKey>(sql`
    select id, webauthn_id, public_key, counter, transports from passkeys
    where webauthn_id = ${response.id} and candidate_id = ${candidateId}`);
  const key = rows[0];
  if (!key) return false;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const result = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    credential: {
      id: key.webauthn_id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, "base64url")),
      // Compared below, in the statement that raises it.
      counter: 0,
    },
    // The library throws for every answer that does not fit.
  }).catch(() => undefined);
  if (!result?.verified) return false;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  const { rowCount } = await tx.execute(sql`
    update passkeys set counter = ${newCounter}, backed_up = ${credentialBackedUp}, last_used_at = app_now()
    where id = ${key.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))`);
  if (rowCount === 1) return true;
  await writeAudit(tx, "passkey-counter-repeated", candidateId, { passkeyId: key.id });
  return false;
}
