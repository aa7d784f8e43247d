import { sql } from "drizzle-orm";
import type { Creation, Passkey } from "#engine/core/scope/shapes/passkeys.ts";
import { WalletError, withReason } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import type { Database } from "#server/platform/store/database.ts";
import type { Candidate } from "../sessions/candidate.ts";
import { challengeSeconds, issueChallenge, spendChallenge } from "./challenges.ts";
import { maxPasskeys, readPasskey } from "./passkeys.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Who creates a passkey, in which session. */
export interface PasskeyOwner {
  candidate: Pick<Candidate, "id" | "mobile" | "displayName">;
  sessionId: string;
}

const toUse = ({ candidate, sessionId }: PasskeyOwner) =>
  ({ purpose: "create", candidateId: candidate.id, boundTo: sessionId }) as const;

/** Options for a new passkey. Throws 409 when the candidate has the most that are allowed. */
export async function prepareCreation(
  db: Database,
  { id, name }: RelyingParty & { name: string },
  owner: PasskeyOwner,
): Promise<Record<string, unknown>> {
  const { rows } = await db.execute<{ webauthn_id: string; transports: string[] }>(
    sql`select webauthn_id, transports from passkeys where candidate_id = ${owner.candidate.id}`,
  );
  assertRoom(rows.length);
  const challenge = await issueChallenge(db, toUse(owner));
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { candidate } = owner;
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    userID: new TextEncoder().encode(candidate.id),
    userName: candidate.mobile,
    userDisplayName: candidate.displayName,
    timeout: challengeSeconds * 1000,
    attestationType: "none",
    excludeCredentials: rows.map((row) => ({ id: row.webauthn_id, transports: row.transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
  });
  return { ...options };
}

/** Stores a new passkey. Throws 400 (123) for an answer that fits no open challenge, 409 when there are too many. */
export async function createPasskey(
  db: Database,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  owner: PasskeyOwner,
  { name, response }: { name: string; response: Creation },
): Promise<Passkey> {
  const candidateId = owner.candidate.id;
  const id = newId();
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  return spendChallenge(db, response.response.clientDataJSON, toUse(owner), async (tx, expectedChallenge) => {
    const verified = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The library throws for every answer that does not fit.
    }).catch(() => undefined);
    if (!verified?.verified) return undefined;
    const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
    // The lock makes the count hold until the row is there.
    await tx.execute(sql`select 1 from candidates where id = ${candidateId} for update`);
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from passkeys where candidate_id = ${candidateId}`,
    );
    assertRoom(Number(rows[0]!.n));
    const { rowCount } = await tx.execute(sql`
      insert into passkeys (id, candidate_id, webauthn_id, public_key, name, counter, multi_device, backed_up, transports, created_at)
      values (${id}, ${candidateId}, ${credential.id}, ${Buffer.from(credential.publicKey).toString("base64url")}, ${name},
        ${credential.counter}, ${credentialDeviceType === "multiDevice"}, ${credentialBackedUp},
        ${sql.param(credential.transports ?? [])}::text[], app_now())
      on conflict (webauthn_id) do nothing`);
    if (rowCount !== 1) return undefined;
    await writeAudit(tx, "passkey-created", candidateId, { passkeyId: id });
    return readPasskey(tx, candidateId, id);
  });
}

function assertRoom(count: number): void {
  if (count >= maxPasskeys) throw new WalletError("stateConflict", withReason("too-many-passkeys", { n: maxPasskeys }));
}
