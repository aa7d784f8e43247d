import type { FastifyInstance } from "fastify";
import { outsideCalls } from "#engine/api/outside.ts";
import type { Services } from "#server/services.ts";
import type { Area } from "./area.ts";

/** Batches of one address in ten minutes; a page in a loop must not fill the disk. */
const maxBatches = 120;
const windowSeconds = 600;
const keptDays = 90;

/** What pages report of themselves: events and errors, first party, without a token: no other company sees them. */
export const telemetryArea = {
  handlers: {},
  prepare: ({ jobs, pool }) => {
    jobs.register("telemetry", 3600, async () => {
      await pool.query("delete from telemetry where received_at < app_now() - $1 * interval '1 day'", [keptDays]);
    });
  },
  plugin: (app, services) => {
    addSink(app, services, "event");
    addSink(app, services, "error");
  },
} satisfies Area;

function addSink(app: FastifyInstance, services: Services, kind: "event" | "error"): void {
  const call = kind === "event" ? outsideCalls.events : outsideCalls.errors;
  app.post<{ Body: { list: unknown[] } }>(call.path, { schema: { body: call.body } }, async (request, reply) => {
    await services.limits.takeAddress(`telemetry-${kind}`, request.ip, maxBatches, windowSeconds);
    await services.pool.query(
      "insert into telemetry (kind, entry, received_at) select $1, entry, app_now() from jsonb_array_elements($2::jsonb) as entry",
      [kind, scrub(JSON.stringify(request.body.list))],
    );
    return reply.code(204).send();
  });
}

/** Tokens and long numbers never belong here; what slipped through is cut out. */
function scrub(json: string): string {
  return json
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "…")
    .replace(/\d(?:[ -]?\d){9,}/g, (digits) => (/^\d{4}-\d{2}-\d{2}/.test(digits) ? digits : "…"));
}
