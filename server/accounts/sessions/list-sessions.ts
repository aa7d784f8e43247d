import { sql } from "drizzle-orm";
import type { Session } from "#engine/core/scope/shapes/sessions.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { toDate } from "./refresh-tokens.ts";

interface Row extends Record<string, unknown> {
  id: string;
  created_at: Date | string;
  seen_at: Date | string | null;
  device: string | null;
  network: string | null;
}

const maxSessions = 100;

/** The open sessions of a candidate: the calling one first, then the newest. */
export async function listSessions(db: Queryable, candidateId: string, current: string): Promise<Session[]> {
  const { rows } = await db.execute<Row>(sql`
    select id, created_at, seen_at, device, network from sessions
    where candidate_id = ${candidateId} and ended_at is null and expires_at > app_now()
    order by (id = ${current}) desc, created_at desc, id limit ${maxSessions}`);
  return rows.map(({ id, created_at: at, seen_at: seen, device, network }) => ({
    id,
    startedAt: toDate(at).toISOString(),
    seenAt: toDate(seen ?? at).toISOString(),
    ...(device !== null && { device }),
    ...(network !== null && { network }),
    current: id === current,
  }));
}

/** Ends one session of a candidate, or all except one; → the ids of the ended sessions. */
export async function endSessions(
  db: Queryable,
  candidateId: string,
  which: { id: string } | { except: string },
): Promise<string[]> {
  const chosen = "id" in which ? sql`id = ${which.id}` : sql`id <> ${which.except}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    update sessions set ended_at = app_now(), end_reason = 'remote-sign-out'
    where candidate_id = ${candidateId} and ended_at is null and expires_at > app_now() and ${chosen} returning id`);
  return rows.map(({ id }) => id);
}
