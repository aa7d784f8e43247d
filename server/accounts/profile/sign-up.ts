import { sql } from "drizzle-orm";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import type { Database, Queryable } from "#server/platform/store/database.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";

/** How long a number is remembered that nobody has proved. */
const keptDays = 7;

/**
 * The candidate of a number; somebody new until it is proved, in the language of whoever signs up with it last.
 * Joins the transaction that writes the code, so that who gets none is not remembered.
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

/** Forgets who never proved their number. Nothing refers to them: whatever belongs to somebody begins with a sign-in. */
export async function sweepSignUps(db: Database): Promise<void> {
  await prune(db, candidates, sql`verified_at is null and created_at < app_now() - ${keptDays} * interval '1 day'`);
}
