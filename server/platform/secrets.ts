import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { keyUses, type ProofName, type SealedName } from "./keys/key-uses.ts";
import { secretNames, type SecretLists, type SecretName } from "./secret-lists.ts";

/**
 * The secrets of an installation and their uses, which keys/key-uses.ts lists. Key rotation: the newest key signs and
 * seals, every key of the list verifies and opens.
 */
export interface Secrets {
  /** The newest key of a use, 32 bytes. */
  key(use: ProofName): Buffer;
  /** All keys of a use, the newest first. */
  keys(use: ProofName): readonly Buffer[];
  /** The ids of a secret's keys, the newest first. An id is a hash and not secret. Empty when the secret is not set. */
  keyIds(name: SecretName): readonly string[];
  /** Keyed hash, base64url. */
  hmac(use: ProofName, text: string): string;
  /** The hash by each key of the list: a stored one may be of any of them. */
  hmacs(use: ProofName, text: string): string[];
  /** The id of the key that made this hash; undefined when no key of the list did. Takes the same time for any hash. */
  findKeyId(use: ProofName, text: string, hash: string): string | undefined;
  /** Encrypts a JSON value (AES-256-GCM) for one column of one row: `v2.<key id>.<data>`. No other row opens it. */
  seal(use: SealedName, rowId: string, value: unknown): string;
  /** Opens what `seal` returned for this row. Throws when no key of the list sealed it, or it is of another row. */
  unseal<T>(use: SealedName, rowId: string, sealed: string): T;
  /** The value sealed by the newest key; undefined when that sealed it already. Throws like `unseal`. */
  reseal(use: SealedName, rowId: string, sealed: string): string | undefined;
}

/**
 * Takes the secrets from the settings. A sandbox makes the missing ones and stores them in the database, so that
 * servers agree. What it made stays the oldest key when a setting follows.
 */
export async function loadSecrets(
  pool: Pick<pg.Pool, "query">,
  settings: { secrets: SecretLists; sandbox: boolean },
): Promise<Secrets> {
  const made = settings.sandbox ? await makeSandboxSecrets(pool) : new Map<string, string>();
  // A restored sandbox has its own secret as the setting too.
  const toTexts = (name: SecretName) => [
    ...new Set([...(settings.secrets[name] ?? []), ...(made.has(name) ? [made.get(name)!] : [])]),
  ];
  return toSecrets(new Map(secretNames.map((name) => [name, toTexts(name).map((text) => toKey(name, text))])));
}

async function makeSandboxSecrets(pool: Pick<pg.Pool, "query">): Promise<Map<string, string>> {
  for (const name of secretNames)
    await pool.query("insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing", [
      name,
      randomBytes(32).toString("base64url"),
    ]);
  const { rows } = await pool.query<{ name: string; value: string }>("select name, value from secrets");
  return new Map(rows.map((row) => [row.name, row.value]));
}

/** A key of 32 bytes, and the id that what it seals names. */
export interface Key {
  id: string;
  bytes: Buffer;
}

/** Derives 32 bytes from any text. The id differs for each secret, so that it does not show that two are the same. */
function toKey(name: SecretName, text: string): Key {
  const bytes = createHash("sha256").update(text).digest();
  return { bytes, id: createHmac("sha256", bytes).update(`key id ${name}`).digest("hex").slice(0, 12) };
}

function toSecrets(lists: ReadonlyMap<SecretName, readonly Key[]>): Secrets {
  const listOf = (name: SecretName) => {
    const list = lists.get(name) ?? [];
    if (list.length === 0) throw new Error(`${name} was asked for, and is not set.`);
    return list;
  };
  const keysOf = (use: ProofName | SealedName) => listOf(keyUses[use].secret);
  const hash = (by: Buffer, text: string) => createHmac("sha256", by).update(text).digest("base64url");
  const open = (use: SealedName, rowId: string, sealed: string) => {
    const opened = openWith(keysOf(use), toContext(use, rowId), sealed);
    if (opened !== undefined) return opened;
    throw new Error(
      `The value of '${use}' was sealed for another row, or with a key that ${keyUses[use].secret} does not list: ${readKeyId(sealed) || "one without an id"}.`,
    );
  };
  const seal = (use: SealedName, rowId: string, text: string) => sealWith(keysOf(use)[0]!, toContext(use, rowId), text);
  return {
    key: (use) => keysOf(use)[0]!.bytes,
    keys: (use) => keysOf(use).map(({ bytes }) => bytes),
    keyIds: (name) => (lists.get(name) ?? []).map(({ id }) => id),
    hmac: (use, text) => hash(keysOf(use)[0]!.bytes, text),
    hmacs: (use, text) => keysOf(use).map(({ bytes }) => hash(bytes, text)),
    findKeyId: (use, text, given) =>
      keysOf(use)
        .filter(({ bytes }) => isSame(hash(bytes, text), given))
        .map(({ id }) => id)[0],
    seal: (use, rowId, value) => seal(use, rowId, JSON.stringify(value)),
    unseal: <T>(use: SealedName, rowId: string, sealed: string) => JSON.parse(open(use, rowId, sealed)) as T,
    reseal: (use, rowId, sealed) =>
      readKeyId(sealed) === keysOf(use)[0]!.id ? undefined : seal(use, rowId, open(use, rowId, sealed)),
  };
}

const version = "v2";
const nonceBytes = 12;
const tagBytes = 16;

/** Additional authenticated data: what the value is, and of which row. */
export const toContext = (use: string, rowId: string): Buffer => Buffer.from(JSON.stringify([version, use, rowId]));

/** The id of the key that sealed a value; empty for values from before there were ids. */
const readKeyId = (sealed: string): string => sealed.split(".")[1] ?? "";

/** Encrypts a text for a context: `v2.<key id>.<data>`. */
export function sealWith({ id, bytes }: Key, context: Buffer, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", bytes, nonce).setAAD(context);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${version}.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
}

/**
 * Opens what `sealWith` returned; undefined when none of the keys made it for this context. Values from before there
 * were ids have no version, no context, and may be of any key.
 */
export function openWith(keys: readonly Key[], context: Buffer, sealed: string): string | undefined {
  const [given, id, data] = sealed.split(".");
  if (given === version && id !== undefined && data !== undefined) {
    const key = keys.find((one) => one.id === id);
    return key && tryOpen(key, Buffer.from(data, "base64url"), context);
  }
  const bytes = Buffer.from(sealed, "base64url");
  return keys.map((key) => tryOpen(key, bytes)).find((opened) => opened !== undefined);
}

/** Undefined when another key sealed it, or it was sealed for another context. */
function tryOpen({ bytes: key }: Key, bytes: Buffer, context?: Buffer): string | undefined {
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
    if (context) decipher.setAAD(context);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    // The authentication tag does not fit.
    return undefined;
  }
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
