import { sql } from "drizzle-orm";
import type { Creation, Passkey } from "#engine/core/scope/shapes/passkeys.ts";
import { WalletError, withReason } from "#server/errors.ts";
import { spendChallenge } from "#server/platform/passkey-challenges.ts";
import { storePasskey, toCreationOptions } from "#server/platform/passkeys.ts";
import type { RelyingParty } from "#server/platform/relying-party.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import type { Candidate } from "../sessions/candidate.ts";
import { candidateOwners, maxPasskeys, readPasskey } from "./passkeys.ts";

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
  await assertRoom(db, candidate.id);
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
      await assertRoom(tx, ownerId);
    });
    return id === undefined ? undefined : readPasskey(tx, ownerId, id);
  });
}

async function assertRoom(db: Queryable, candidateId: string): Promise<void> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from passkeys where candidate_id = ${candidateId}`,
  );
  if (Number(rows[0]!.n) >= maxPasskeys)
    throw new WalletError("stateConflict", withReason("too-many-passkeys", { n: maxPasskeys }));
}
