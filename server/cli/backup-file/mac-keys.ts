import { sql } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import type { Settings } from "#server/platform/settings.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { deriveMacKey, type MacKey } from "./mac.ts";

type SecretSettings = Pick<Settings, "secrets" | "sandbox">;

/** The key for a new backup. `madeSecret` is the secret that a sandbox without settings made. */
export async function makeMacKey(
  { secrets, sandbox }: SecretSettings,
  db: Queryable,
): Promise<{ key: MacKey; madeSecret?: string }> {
  const [configured] = secrets.SEAL_SECRET ?? [];
  if (configured !== undefined) return { key: deriveMacKey(configured) };
  if (!sandbox) throw new Error("SEAL_SECRET is not set.");
  await db.execute(sql`
    insert into secrets (name, value) values ('SEAL_SECRET', ${randomBytes(32).toString("base64url")}) on conflict (name) do nothing`);
  const madeSecret = (await readMadeSecret(db))!;
  return { key: deriveMacKey(madeSecret), madeSecret };
}

/** Every key that may have made a backup; `db` is the sandbox's, if it exists already. */
export async function listMacKeys({ secrets, sandbox }: SecretSettings, db: Queryable | undefined): Promise<MacKey[]> {
  const made = sandbox && !secrets.SEAL_SECRET && db ? await readMadeSecret(db) : undefined;
  return [...(secrets.SEAL_SECRET ?? []), ...(made === undefined ? [] : [made])].map(deriveMacKey);
}

/** The secret that a sandbox made for itself; undefined before its first start. */
async function readMadeSecret(db: Queryable): Promise<string | undefined> {
  const { rows: tables } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('public.secrets') is not null as exists`,
  );
  if (!tables[0]?.exists) return undefined;
  const { rows } = await db.execute<{ value: string }>(sql`select value from secrets where name = 'SEAL_SECRET'`);
  return rows[0]?.value;
}
