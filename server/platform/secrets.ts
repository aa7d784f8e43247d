import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import { secretNames, type SecretName, type Settings } from "./settings.ts";

/** The installation's keys, and what is done with them. */
export interface Secrets {
  /** 32 bytes. */
  key(name: SecretName): Buffer;
  /** Keyed hash, base64url. */
  hmac(name: SecretName, text: string): string;
  /** Encrypts a JSON value (AES-256-GCM) for a column that must not be readable in a dump. */
  seal(value: unknown): string;
  /** The value of `seal`. Throws on text that was not sealed with this key. */
  unseal<T>(sealed: string): T;
}

/** Takes each key from the environment, else from the database, where the first server to start puts it. */
export async function loadSecrets(pool: pg.Pool, settings: Pick<Settings, "secrets">): Promise<Secrets> {
  const made = secretNames.map((name) => [name, randomBytes(32).toString("base64url")]);
  for (const [name, value] of made)
    await pool.query("insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing", [name, value]);
  const { rows } = await pool.query<{ name: string; value: string }>("select name, value from secrets");
  const stored = new Map(rows.map((row) => [row.name, row.value]));
  const keys = new Map(secretNames.map((name) => [name, toKey(settings.secrets[name] ?? stored.get(name)!)]));
  return toSecrets(keys);
}

/** Any text becomes 32 bytes. */
function toKey(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function toSecrets(keys: ReadonlyMap<SecretName, Buffer>): Secrets {
  const key = (name: SecretName) => keys.get(name)!;
  return {
    key,
    hmac: (name, text) => createHmac("sha256", key(name)).update(text).digest("base64url"),
    seal: (value) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key("SEAL_SECRET"), nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    unseal: <T>(sealed: string) => {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key("SEAL_SECRET"), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")) as T;
    },
  };
}
