import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";

/** Entries per list: enough that a lookup does not reveal which credential it is for. */
export const listSize = 2 ** 16;
/** Lists from this one on belong to servers of the release before, which count their places. */
const countedLists = 2 ** 14;
/** Draws in the current list; the last draw is in the next list, so that one opens when about 0.6 of a list is used. */
const draws = 17;
const maxTries = 10;

/** A list, counted from 0, and the index in it. */
export interface StatusPlace {
  list: number;
  place: number;
}

/**
 * Reserves a random free place for a token, in one statement. A place does not tell when its credential was
 * issued. Unused places read as valid.
 */
export async function reservePlace(tx: Queryable, credentialId: string): Promise<StatusPlace> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const drawn = Array.from({ length: draws }, () => randomInt(listSize));
    // A place that another server reserves at the same moment is a conflict, and the next try draws again.
    const { rows } = await tx.execute<StatusPlace & Record<string, unknown>>(sql`
      insert into credential_statuses (credential_id, list, place)
      select ${credentialId}, list, place from (
        select current.list + (turn = ${draws})::int as list, place, turn
        from (select coalesce(max(list), 0) as list from credential_statuses where list < ${countedLists}) as current,
          unnest(array[${sql.join(drawn, sql`, `)}]::int[]) with ordinality as drawn (place, turn)) as candidates
      where not exists (select from credential_statuses as used where used.list = candidates.list and used.place = candidates.place)
      order by turn limit 1
      on conflict (list, place) do nothing
      returning list, place`);
    if (rows[0]) return rows[0];
  }
  throw new Error("No place of a status list was free.");
}
