import { sandboxCalls } from "#engine/api/sandbox.ts";
import type { Desk } from "./desk.ts";

const maxShown = 500;

/** `GET /sandbox/events`: what pages reported of themselves, newest first. */
export const eventsDesk: Desk = (app, services) => {
  app.get(sandboxCalls.events.path, async () => {
    const { rows } = await services.pool.query<{ kind: string; entry: Record<string, unknown>; received_at: Date }>(
      "select kind, entry, received_at from telemetry order by seq desc limit $1",
      [maxShown],
    );
    const list = rows.map(({ kind, entry, received_at: receivedAt }) => ({
      kind,
      ...entry,
      receivedAt: receivedAt.toISOString(),
    }));
    return { list, total: list.length };
  });
};
