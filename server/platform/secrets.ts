import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import { secretNames, type SecretLists, type SecretName } from "./secret-lists.ts";

/**
 * The secrets of an installation and their uses. Key rotation: the newest key signs and seals, every key of the list
 * verifies and opens.
 */
export interface Secrets {
  /** The newest key, 32 bytes. */
  key(name: SecretName): Buffer;
  /** All keys of the list, the newest first. */
  keys(name: SecretName): readonly Buffer[];
  /** Keyed hash, base64url. */
  hmac(name: SecretName, text: string): string;
  /** The hash by each key of the list: a stored one may be of any of them. */
  hmacs(name: SecretName, text: string): string[];
  /** Encrypts a JSON value (AES-256-GCM) for a column that must not be readable in a dump. */
  seal(value: unknown): string;
  /** Opens what `seal` returned. Throws when no key of the list sealed it. */
  unseal<T>(sealed: string): T;
}

/**
 * Takes the secrets from the settings. A sandbox makes the missing ones and stores them in the database, so that
 * servers agree.
 */
export async function loadSecrets(
  pool: pg.Pool,
  settings: { secrets: SecretLists; sandbox: boolean },
): Promise<Secrets> {
  const made = settings.sandbox ? await makeSandboxSecrets(pool) : new Map<string, string>();
  const toKeys = (name: SecretName) => settings.secrets[name] ?? (made.has(name) ? [made.get(name)!] : []);
  return toSecrets(new Map(secretNames.map((name) => [name, toKeys(name).map(toKey)])));
}

async function makeSandboxSecrets(pool: pg.Pool): Promise<Map<string, string>> {
  for (const name of secretNames)
    await pool.query("insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing", [
      name,
      randomBytes(32).toString("base64url"),
    ]);
  const { rows } = await pool.query<{ name: string; value: string }>("select name, value from secrets");
  return new Map(rows.map((row) => [row.name, row.value]));
}

/** Derives 32 bytes from any text. */
function toKey(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function toSecrets(lists: ReadonlyMap<SecretName, readonly Buffer[]>): Secrets {
  const keys = (name: SecretName) => {
    const list = lists.get(name) ?? [];
    if (list.length === 0) throw new Error(`${name} was asked for, and is not set.`);
    return list;
  };
  const key = (name: SecretName) => keys(name)[0]!;
  const hash = (by: Buffer, text: string) => createHmac("sha256", by).update(text).digest("base64url");
  return {
    key,
    keys,
    hmac: (name, text) => hash(key(name), text),
    hmacs: (name, text) => keys(name).map((by) => hash(by, text)),
    seal: (value) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key("SEAL_SECRET"), nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    unseal: <T>(sealed: string) => {
      const bytes = Buffer.from(sealed, "base64url");
      const list = keys("SEAL_SECRET");
      const found = list.map((by) => tryUnseal(by, bytes)).find((opened) => opened !== undefined);
      if (found === undefined) throw new Error("This was sealed with a key that SEAL_SECRET does not list.");
      return JSON.parse(found) as T;
    },
  };
}

/** Undefined when another key sealed it. */
function tryUnseal(key: Buffer, bytes: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    // The authentication tag does not fit this key.
    return undefined;
  }
}
