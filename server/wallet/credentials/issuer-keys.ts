import { createPrivateKey, createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { desc, eq, sql } from "drizzle-orm";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Queryable } from "#server/platform/store/database.ts";
import { issuerKeys } from "#server/platform/store/tables/credentials.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { readNow } from "../transactions/rows.ts";

/** ECDSA on P-256: what every browser and every wallet can check (HAIP asks for it). */
export const signAlgorithm = "ES256";

/** A key signs for half a year. */
const turnDays = 180;
/** It is published so long before it signs: who keeps the list of keys has it by then. */
const publishedHoursBefore = 24;

/** A key that signs, and the name by which who checks finds its public half. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/**
 * A new pair on P-256 as JWKs. Never by generateKeyPairSync: Node 20 leaves its work to the garbage collector, which takes
 * the key's lock to free it; should it come while that key is being exported, the process waits for itself for ever.
 */
export async function makeKeyPair(): Promise<{ publicJwk: JWK; privateJwk: JWK }> {
  const { publicKey, privateKey } = await generate("ec", { namedCurve: "P-256" });
  return {
    publicJwk: publicKey.export({ format: "jwk" }) as JWK,
    privateJwk: privateKey.export({ format: "jwk" }) as JWK,
  };
}

/** The key of a JWK that node can sign with. */
export const toPrivateKey = (jwk: JWK): KeyObject => createPrivateKey({ key: jwk as JsonWebKey, format: "jwk" });
/** The key of a JWK that node can check with. */
export const toPublicKey = (jwk: JWK): KeyObject => createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });

/** The key that signs now; the first is made when it is first needed. */
export async function readSigningKey(tx: Queryable, secrets: Secrets): Promise<SigningKey> {
  const find = async () => {
    const [row] = await tx
      .select()
      .from(issuerKeys)
      .where(sql`${issuerKeys.signsFrom} <= app_now()`)
      .orderBy(desc(issuerKeys.signsFrom), desc(issuerKeys.id))
      .limit(1);
    return row && { kid: row.id, privateKey: toPrivateKey(secrets.unseal<JWK>(row.sealedKey)) };
  };
  const found = await find();
  if (found) return found;
  // Two servers that start together make one key: the second waits here for the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('issuer key', 0))`);
  const made = await find();
  if (made) return made;
  await addKey(tx, secrets, await readNow(tx));
  return (await find())!;
}

/** Every public key that has signed or will, newest first, as a JWK Set has them. */
export async function listPublicKeys(db: Queryable): Promise<JWK[]> {
  const rows = await db
    .select({ id: issuerKeys.id, publicKey: issuerKeys.publicKey })
    .from(issuerKeys)
    .orderBy(desc(issuerKeys.signsFrom), desc(issuerKeys.id));
  return rows.map(({ id, publicKey }) => ({ ...publicKey, kid: id, use: "sig", alg: signAlgorithm }));
}

/** We could not look something up ourselves: that says nothing of what was shown. */
export class LookupFailed extends Error {
  constructor(cause: unknown) {
    super("What we keep cannot be read now.", { cause });
  }
}

/** What we look up ourselves to judge something. Throws LookupFailed. */
export async function lookUp<T>(looked: PromiseLike<T>): Promise<T> {
  try {
    return await looked;
  } catch (cause) {
    throw new LookupFailed(cause);
  }
}

/** The public key of that name; undefined where it never was ours. Throws LookupFailed. */
export async function findPublicKey(db: Queryable, kid: string): Promise<KeyObject | undefined> {
  const [row] = await lookUp(
    db.select({ publicKey: issuerKeys.publicKey }).from(issuerKeys).where(eq(issuerKeys.id, kid)),
  );
  return row && toPublicKey(row.publicKey);
}

/** Makes the next key when the newest has had its turn, and publishes it before it signs. */
export async function turnKeys(tx: Queryable, secrets: Secrets, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('issuer key', 0))`);
  const [newest] = await tx
    .select({ signsFrom: issuerKeys.signsFrom })
    .from(issuerKeys)
    .orderBy(desc(issuerKeys.signsFrom))
    .limit(1);
  if (!newest) return addKey(tx, secrets, now);
  const due = newest.signsFrom.getTime() + turnDays * 86_400_000;
  if (now.getTime() >= due) await addKey(tx, secrets, new Date(now.getTime() + publishedHoursBefore * 3_600_000));
}

async function addKey(tx: Queryable, secrets: Secrets, signsFrom: Date): Promise<void> {
  const { publicJwk, privateJwk } = await makeKeyPair();
  await tx.insert(issuerKeys).values({
    id: await calculateJwkThumbprint(publicJwk),
    publicKey: publicJwk as Record<string, string>,
    sealedKey: secrets.seal(privateJwk),
    signsFrom,
    createdAt: await readNow(tx),
  });
}
