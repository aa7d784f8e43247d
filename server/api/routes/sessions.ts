import { endSessions, listSessions } from "#server/accounts/sessions/list-sessions.ts";
import { notFound } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { transact } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const handlers = {
  "sessions.list": async (_input, { services, candidate, sessionId }) => ({
    list: await listSessions(services.db, candidate.id, sessionId),
  }),
  "sessions.end": async ({ params }, { services, candidate }) => {
    const ended = await end(services, candidate.id, { id: params.sessionId });
    if (ended === 0) throw notFound("session");
    return { ended };
  },
  "sessions.end-others": async (_input, { services, candidate, sessionId }) => ({
    ended: await end(services, candidate.id, { except: sessionId }),
  }),
} satisfies Handlers;

/** The candidate's sessions. */
export const sessionsArea = { handlers } satisfies Area;

async function end(services: Services, candidateId: string, which: { id: string } | { except: string }) {
  const ended = await transact(services.db, async (tx) => {
    const ids = await endSessions(tx, candidateId, which);
    if (ids.length > 0) await writeAudit(tx, "sessions-ended", candidateId, { count: ids.length });
    return ids;
  });
  for (const id of ended) services.sessions.forget(id);
  return ended.length;
}
