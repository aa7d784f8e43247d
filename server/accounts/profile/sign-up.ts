import { sql } from "drizzle-orm";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";

/** Days until an unverified number is deleted. */
const retentionDays = 7;

/**
 * Finds or creates the candidate of a number. Until verification, the latest sign-up sets the language. Joins the
 * transaction that stores the code: without a code there is no candidate.
 */
export async function signUp(
  tx: Queryable,
  { mobile, displayName, language }: { mobile: string; displayName: string; language: string },
): Promise<{ candidateId: string; locale: string }> {
  const { rows } = await tx.execute<{ id: string; locale: string }>(sql`
    insert into candidates as c (id, mobile, display_name, locale, created_at)
    values (${newId()}, ${mobile}, ${displayName}, ${language}, app_now())
    on conflict (mobile) do update set
      locale = case when c.verified_at is null then excluded.locale else c.locale end,
      created_at = case when c.verified_at is null then excluded.created_at else c.created_at end
    returning id, locale`);
  return { candidateId: rows[0]!.id, locale: rows[0]!.locale };
}

/** Deletes candidates who never verified their number. No row refers to them: every other row needs a sign-in. */
export async function pruneSignUps(db: Database): Promise<void> {
  await prune(
    db,
    candidates,
    sql`verified_at is null and created_at < app_now() - ${retentionDays} * interval '1 day'`,
  );
}
