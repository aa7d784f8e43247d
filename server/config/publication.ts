import { sql } from "drizzle-orm";
import type { Platform } from "#server/platform/platform.ts";

/** Writes into the audit log which release (its id) is served, once for each that comes. */
export async function notePublication({ db }: Pick<Platform, "db">, release: string): Promise<void> {
  await db.execute(sql`
    insert into audit_log (event, candidate_id, detail, at)
    select 'config-published', null, jsonb_build_object('release', ${release}::text), app_now()
    where ${release}::text is distinct from (select detail->>'release' from audit_log where event = 'config-published' order by at desc limit 1)`);
}
