import { createPrivateKey, createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { desc, eq, sql } from "drizzle-orm";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Queryable } from "#server/platform/store/database.ts";
import { issuerKeys } from "#server/platform/store/tables/credentials.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { readNow } from "../transactions/load.ts";

/** ECDSA on P-256: every browser and wallet can verify it, and HAIP requires it. */
export const signAlgorithm = "ES256";

/** Days that a key signs before the next takes over. */
const rotationDays = 180;
/** Hours between publishing a key and its first signature, so that cached key lists include it by then. */
const publishedHoursBefore = 24;

/** A signing key, and the `kid` of its public half. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/**
 * A new P-256 key pair as JWKs. Never use generateKeyPairSync: in Node 20 garbage collection during the export of its
 * key deadlocks the process.
 */
export async function makeKeyPair(): Promise<{ publicJwk: JWK; privateJwk: JWK }> {
  const { publicKey, privateKey } = await generate("ec", { namedCurve: "P-256" });
  return {
    publicJwk: publicKey.export({ format: "jwk" }) as JWK,
    privateJwk: privateKey.export({ format: "jwk" }) as JWK,
  };
}

/** The JWK as a private key of node:crypto. */
export const toPrivateKey = (jwk: JWK): KeyObject => createPrivateKey({ key: jwk as JsonWebKey, format: "jwk" });
/** The JWK as a public key of node:crypto. */
export const toPublicKey = (jwk: JWK): KeyObject => createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });

/** The current signing key; creates the first one on first use. */
export async function readSigningKey(tx: Queryable, secrets: Secrets): Promise<SigningKey> {
  const find = async () => {
    const [row] = await tx
      .select()
      .from(issuerKeys)
      // A key that was given up cannot sign any more.
      .where(sql`${issuerKeys.signsFrom} <= app_now() and ${issuerKeys.sealedKey} <> ''`)
      .orderBy(desc(issuerKeys.signsFrom), desc(issuerKeys.id))
      .limit(1);
    return row && { kid: row.id, privateKey: toPrivateKey(secrets.unseal<JWK>("issuer-key", row.id, row.sealedKey)) };
  };
  const found = await find();
  if (found) return found;
  // Two servers that start together create one key: the second waits here for the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('issuer key', 0))`);
  const created = await find();
  if (created) return created;
  await addKey(tx, secrets, await readNow(tx));
  return (await find())!;
}

/** Every past, current and coming public key, newest first, for a JWK Set. */
export async function listPublicKeys(db: Queryable): Promise<JWK[]> {
  const rows = await db
    .select({ id: issuerKeys.id, publicKey: issuerKeys.publicKey })
    .from(issuerKeys)
    .orderBy(desc(issuerKeys.signsFrom), desc(issuerKeys.id));
  return rows.map(({ id, publicKey }) => ({ ...publicKey, kid: id, use: "sig", alg: signAlgorithm }));
}

/** Our own lookup failed, which proves nothing about the presented credential. */
export class LookupFailed extends Error {
  constructor(cause: unknown) {
    super("Our own lookup failed.", { cause });
  }
}

/** Awaits a lookup in our own data. Throws LookupFailed. */
export async function lookUp<T>(lookup: PromiseLike<T>): Promise<T> {
  try {
    return await lookup;
  } catch (cause) {
    throw new LookupFailed(cause);
  }
}

/** Our public key with this `kid`; undefined for a foreign one. Throws LookupFailed. */
export async function findPublicKey(db: Queryable, kid: string): Promise<KeyObject | undefined> {
  const [row] = await lookUp(
    db.select({ publicKey: issuerKeys.publicKey }).from(issuerKeys).where(eq(issuerKeys.id, kid)),
  );
  return row && toPublicKey(row.publicKey);
}

/** Adds the next key when the newest is due for rotation, published before its first signature. */
export async function rotateKeys(tx: Queryable, secrets: Secrets, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('issuer key', 0))`);
  const [newest] = await tx
    .select({ signsFrom: issuerKeys.signsFrom })
    .from(issuerKeys)
    .orderBy(desc(issuerKeys.signsFrom))
    .limit(1);
  if (!newest) return addKey(tx, secrets, now);
  const due = newest.signsFrom.getTime() + rotationDays * 86_400_000;
  if (now.getTime() >= due) await addKey(tx, secrets, new Date(now.getTime() + publishedHoursBefore * 3_600_000));
}

async function addKey(tx: Queryable, secrets: Secrets, signsFrom: Date): Promise<void> {
  const { publicJwk, privateJwk } = await makeKeyPair();
  const id = await calculateJwkThumbprint(publicJwk);
  await tx.insert(issuerKeys).values({
    id,
    publicKey: publicJwk as Record<string, string>,
    sealedKey: secrets.seal("issuer-key", id, privateJwk),
    signsFrom,
    createdAt: await readNow(tx),
  });
}
