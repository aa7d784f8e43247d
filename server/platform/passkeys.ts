import { sql, type SQL } from "drizzle-orm";
import type { Assertion, Creation, Passkey } from "#engine/core/scope/shapes/passkeys.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import { newId } from "./ids.ts";
import { challengeSeconds, issueChallenge, spendChallenge, type ChallengeUse } from "./passkey-challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { Database, Queryable } from "./store/database.ts";

/** Whose passkeys: the table, the column of the owner, and the audit rows about them. */
export interface PasskeyOwners {
  table: SQL;
  owner: SQL;
  /** Where the authenticator keeps the account, so that a sign-in needs no name: required for staff. */
  residentKey: "preferred" | "required";
  audit(tx: Queryable, event: string, ownerId: string, detail: Record<string, string>): Promise<void>;
}

interface StoredKey extends Record<string, unknown> {
  id: string;
  owner_id: string;
  webauthn_id: string;
  public_key: string;
  transports: string[];
}

interface ListedKey extends Record<string, unknown> {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: Date | string;
  last_used_at: Date | string | null;
}

/** More than a person's devices; the lists in options for an authenticator stay short. */
export const maxPasskeys = 10;

/** The passkeys of an owner, or the one with this id, the newest first. */
export async function listPasskeys(
  db: Queryable,
  { table, owner }: PasskeyOwners,
  ownerId: string,
  id?: string,
): Promise<Passkey[]> {
  const { rows } = await db.execute<ListedKey>(sql`
    select id, name, backed_up, created_at, last_used_at from ${table}
    where ${owner} = ${ownerId} and ${id === undefined ? sql`true` : sql`id = ${id}`}
    order by created_at desc, id limit ${maxPasskeys}`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.last_used_at !== null && { lastUsedAt: new Date(row.last_used_at).toISOString() }),
    backedUp: row.backed_up,
  }));
}

/** Removes a passkey for good; the device keeps a key that opens nothing. Throws 404. */
export async function removePasskey(tx: Queryable, owners: PasskeyOwners, ownerId: string, id: string): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`delete from ${owners.table} where id = ${id} and ${owners.owner} = ${ownerId}`,
  );
  if (rowCount !== 1) throw notFound("passkey");
  await owners.audit(tx, "passkey-removed", ownerId, { passkeyId: id });
}

/** Throws 409 when the owner has the most passkeys that are allowed. */
export async function assertRoomForPasskey(
  db: Queryable,
  { table, owner }: PasskeyOwners,
  ownerId: string,
): Promise<void> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${table} where ${owner} = ${ownerId}`,
  );
  if (Number(rows[0]!.n) >= maxPasskeys)
    throw new WalletError("stateConflict", withReason("too-many-passkeys", { n: maxPasskeys }));
}

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));
const toDescriptors = (rows: readonly StoredKey[]) =>
  rows.map((row) => ({ id: row.webauthn_id, transports: row.transports }));

async function listKeys(db: Queryable, { table, owner }: PasskeyOwners, ownerId: string): Promise<StoredKey[]> {
  const { rows } = await db.execute<StoredKey>(
    sql`select webauthn_id, transports from ${table} where ${owner} = ${ownerId}`,
  );
  return rows;
}

/** Options for a new passkey of `user`. */
export async function toCreationOptions(
  db: Database,
  { id, name }: RelyingParty & { name: string },
  owners: PasskeyOwners,
  { use, user }: { use: ChallengeUse; user: { name: string; displayName: string } },
): Promise<Record<string, unknown>> {
  const rows = await listKeys(db, owners, use.ownerId);
  const challenge = await issueChallenge(db, use);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    challenge: toBytes(challenge),
    userID: new TextEncoder().encode(use.ownerId),
    userName: user.name,
    userDisplayName: user.displayName,
    timeout: challengeSeconds * 1000,
    attestationType: "none",
    excludeCredentials: toDescriptors(rows),
    authenticatorSelection: { residentKey: owners.residentKey, userVerification: "required" },
  });
  return { ...options };
}

/**
 * Stores a new passkey. `assertRoom` runs before it is stored and may refuse. Undefined for an answer that does not
 * fit: spend the challenge then.
 */
export async function storePasskey(
  tx: Queryable,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  owners: PasskeyOwners,
  {
    ownerId,
    name,
    response,
    challenge: expectedChallenge,
  }: { ownerId: string; name: string; response: Creation; challenge: string },
  assertRoom: () => Promise<void> = async () => undefined,
): Promise<string | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    // The library throws for every answer that does not fit.
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  await assertRoom();
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  const id = newId();
  const { rowCount } = await tx.execute(sql`
    insert into ${owners.table} (id, ${owners.owner}, webauthn_id, public_key, name, counter, multi_device, backed_up, transports, created_at)
    values (${id}, ${ownerId}, ${credential.id}, ${Buffer.from(credential.publicKey).toString("base64url")}, ${name},
      ${credential.counter}, ${credentialDeviceType === "multiDevice"}, ${credentialBackedUp},
      ${sql.param(credential.transports ?? [])}::text[], app_now())
    on conflict (webauthn_id) do nothing`);
  if (rowCount !== 1) return undefined;
  await owners.audit(tx, "passkey-created", ownerId, { passkeyId: id });
  return id;
}

/**
 * Options to prove possession of a passkey: one of the owner's, or any without an owner. Throws 409 when the owner has
 * none.
 */
export async function prepareAssertion(
  db: Database,
  { id }: RelyingParty,
  owners: PasskeyOwners,
  use: ChallengeUse,
): Promise<Record<string, unknown>> {
  const rows = use.ownerId === "" ? [] : await listKeys(db, owners, use.ownerId);
  if (use.ownerId !== "" && rows.length === 0) throw new WalletError("stateConflict", { reason: "no-passkey" });
  const challenge = await issueChallenge(db, use);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: toBytes(challenge),
    timeout: challengeSeconds * 1000,
    userVerification: "required",
    allowCredentials: toDescriptors(rows),
  });
  return { ...options };
}

/**
 * Verifies the answer of an authenticator: a passkey of this owner, an open challenge of this use, our origin, a
 * verified user, a counter that rises. `succeed` joins the transaction that spends the challenge, which stays spent
 * when the answer is refused. Throws 400 (123).
 */
export async function verifyAssertion<T extends object>(
  db: Database,
  party: RelyingParty,
  owners: PasskeyOwners,
  { use, response }: { use: ChallengeUse; response: Assertion },
  succeed: (tx: Queryable, ownerId: string) => Promise<T | undefined>,
): Promise<T> {
  return spendChallenge(db, response.response.clientDataJSON, use, async (tx, challenge) => {
    const ownerId = await findProvedOwner(tx, party, owners, { ownerId: use.ownerId, response, challenge });
    return ownerId === undefined ? undefined : succeed(tx, ownerId);
  });
}

async function findProvedOwner(
  tx: Queryable,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { table, owner, audit }: PasskeyOwners,
  { ownerId, response, challenge }: { ownerId: string; response: Assertion; challenge: string },
): Promise<string | undefined> {
  const { rows } = await tx.execute<StoredKey>(sql`
    select id, ${owner} as owner_id, webauthn_id, public_key, transports from ${table}
    where webauthn_id = ${response.id} and (${ownerId} = '' or ${owner} = ${ownerId})`);
  const key = rows[0];
  if (!key) return undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const result = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    credential: {
      id: key.webauthn_id,
      publicKey: toBytes(key.public_key),
      // Compared below, in the statement that raises it.
      counter: 0,
    },
    // The library throws for every answer that does not fit.
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  const { rowCount } = await tx.execute(sql`
    update ${table} set counter = ${newCounter}, backed_up = ${credentialBackedUp}, last_used_at = app_now()
    where id = ${key.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))`);
  if (rowCount === 1) return key.owner_id;
  await audit(tx, "passkey-counter-repeated", key.owner_id, { passkeyId: key.id });
  return undefined;
}
