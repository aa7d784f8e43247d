import { sql } from "drizzle-orm";
import { keyUses, type ProofName } from "./keys/key-uses.ts";
import { secretNames } from "./secret-lists.ts";
import type { Secrets } from "./secrets.ts";
import type { Queryable } from "./store/database.ts";

/**
 * Records which keys this server lists, and since when each is not the newest any more. A server that still has it as
 * the newest takes that back.
 */
export async function recordKeys(db: Queryable, secrets: Pick<Secrets, "keyIds">): Promise<void> {
  const keys = secretNames.flatMap((secret) =>
    secrets.keyIds(secret).map((keyId, place) => ({ secret, keyId, isNewest: place === 0 })),
  );
  // Older keys of a secret of which no key is recorded come from an earlier release: they were the newest once.
  await db.execute(sql`
    insert into secret_keys as known (secret, key_id, newest_at, replaced_at)
    select secret, key_id,
      case when is_newest or not exists (select from secret_keys as one where one.secret = listed.secret) then app_now() end,
      case when not is_newest then app_now() end
    from unnest(${sql.param(keys.map(({ secret }) => secret))}::text[], ${sql.param(keys.map(({ keyId }) => keyId))}::text[],
      ${sql.param(keys.map(({ isNewest }) => isNewest))}::boolean[]) as listed (secret, key_id, is_newest)
    order by secret, key_id
    on conflict (secret, key_id) do update set
      newest_at = coalesce(known.newest_at, excluded.newest_at),
      replaced_at = case when excluded.replaced_at is not null then coalesce(known.replaced_at, excluded.replaced_at) end,
      dropped_at = null
    where known.dropped_at is not null or (known.replaced_at is null) <> (excluded.replaced_at is null)`);
}

/** Records that another party used a key, once an hour, so that an operator sees who still has the old one. */
export async function recordKeyUse(db: Queryable, use: ProofName, keyId: string): Promise<void> {
  await db.execute(sql`
    update secret_keys set used_at = app_now()
    where secret = ${keyUses[use].secret} and key_id = ${keyId} and (used_at is null or used_at < app_now() - interval '1 hour')`);
}
