import { sql } from "drizzle-orm";
import type { Creation, Passkey } from "#engine/core/scope/shapes/passkeys.ts";
import { spendChallenge } from "#server/platform/passkey-challenges.ts";
import { assertRoomForPasskey, storePasskey, toCreationOptions } from "#server/platform/passkeys.ts";
import type { RelyingParty } from "#server/platform/relying-party.ts";
import type { Database } from "#server/platform/store/database.ts";
import type { Candidate } from "../sessions/candidate.ts";
import { candidateOwners, readPasskey } from "./passkeys.ts";

/** Who creates a passkey, in which session. */
export interface PasskeyOwner {
  candidate: Pick<Candidate, "id" | "mobile" | "displayName">;
  sessionId: string;
}

const toUse = ({ candidate, sessionId }: PasskeyOwner) =>
  ({ purpose: "create", ownerId: candidate.id, boundTo: sessionId }) as const;

/** Options for a new passkey. Throws 409 when the candidate has the most that are allowed. */
export async function prepareCreation(
  db: Database,
  party: RelyingParty & { name: string },
  owner: PasskeyOwner,
): Promise<Record<string, unknown>> {
  const { candidate } = owner;
  await assertRoomForPasskey(db, candidateOwners, candidate.id);
  const user = { name: candidate.mobile, displayName: candidate.displayName };
  return toCreationOptions(db, party, candidateOwners, { use: toUse(owner), user });
}

/** Stores a new passkey. Throws 400 (123) for an answer that fits no open challenge, 409 when there are too many. */
export async function createPasskey(
  db: Database,
  party: RelyingParty,
  owner: PasskeyOwner,
  { name, response }: { name: string; response: Creation },
): Promise<Passkey> {
  const ownerId = owner.candidate.id;
  return spendChallenge(db, response.response.clientDataJSON, toUse(owner), async (tx, challenge) => {
    const id = await storePasskey(tx, party, candidateOwners, { ownerId, name, response, challenge }, async () => {
      // The lock makes the count hold until the row is there.
      await tx.execute(sql`select 1 from candidates where id = ${ownerId} for update`);
      await assertRoomForPasskey(tx, candidateOwners, ownerId);
    });
    return id === undefined ? undefined : readPasskey(tx, ownerId, id);
  });
}
