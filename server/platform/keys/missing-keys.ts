import { sql } from "drizzle-orm";
import { writeAudit } from "../audit.ts";
import type { Log } from "../log.ts";
import { recordKeys } from "../known-keys.ts";
import type { SecretName } from "../secret-lists.ts";
import type { Secrets } from "../secrets.ts";
import { SettingsError } from "../settings-error.ts";
import type { Queryable } from "../store/database.ts";
import { listMissingKeys, type KeyNeed, type KeyStatus } from "./key-status.ts";
import { giveUpValues, resealValues, unnamedKey } from "./sealed-values.ts";

/** Something needs a key that no setting lists. The message names secret and key, and what an operator can do. */
export class MissingKeys extends Error {
  constructor(missing: readonly KeyStatus[]) {
    const [first] = missing;
    const [secret, keyId] = [first?.secret ?? "", first?.keyId ?? ""];
    super(
      [
        "Keys are missing:",
        ...missing.map((key) => `  ${describeKey(key)} is not listed, and is needed for ${describeNeeds(key.needs)}.`),
        `Put the key back behind the new one (${secret}=<new>,<old>) and start again. \`npm run keys\` shows from when it may go.`,
        `If it is lost, or must go at once: \`npm run keys -- --drop ${secret}:${keyId}\` gives up what needs it.`,
      ].join("\n"),
    );
  }
}

const describeKey = ({ secret, keyId }: KeyStatus): string =>
  keyId === unnamedKey ? `${secret}: a key from before keys had ids` : `${secret}: the key ${keyId}`;

/** `share links (4), one-time codes (1)`. */
export const describeNeeds = (needs: readonly KeyNeed[]): string =>
  needs.map(({ rows, count }) => (count === null ? rows : `${rows} (${count})`)).join(", ");

/** Refuses to start without a key that something needs; records the listed keys otherwise. Throws MissingKeys. */
export async function checkKeys(db: Queryable, secrets: Secrets): Promise<void> {
  const missing = await listMissingKeys(db, secrets, { all: false });
  if (missing.length > 0) throw new MissingKeys(missing);
  await recordKeys(db, secrets);
}

/** The job: seals values of older keys by the newest, and keeps the record of the listed keys. */
export async function renewKeys(db: Queryable, secrets: Secrets, log: Log): Promise<void> {
  await recordKeys(db, secrets);
  const { resealed, unopened } = await resealValues(db, secrets);
  if (resealed > 0) log.info({ resealed }, "values sealed by the newest key");
  if (unopened > 0) log.error({ unopened }, "no listed key opens these values: see npm run keys");
}

/** Gives up what needs a key that no setting lists; → the number of sealed values. Throws SettingsError. */
export async function dropKey(db: Queryable, secrets: Secrets, secret: SecretName, keyId: string): Promise<number> {
  if (secrets.keyIds(secret).includes(keyId))
    throw new SettingsError(`${secret} lists ${keyId}: take it out of the setting first.`);
  const missing = await listMissingKeys(db, secrets, { all: true });
  if (!missing.some((one) => one.secret === secret && one.keyId === keyId))
    throw new SettingsError(`Nothing needs ${secret}:${keyId}.`);
  const values = secret === "SEAL_SECRET" ? await giveUpValues(db, secrets, keyId) : 0;
  await db.execute(sql`
    insert into secret_keys (secret, key_id, dropped_at) values (${secret}, ${keyId}, app_now())
    on conflict (secret, key_id) do update set dropped_at = excluded.dropped_at`);
  await writeAudit(db, "key-dropped", null, { secret, keyId, values });
  return values;
}
