import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { outsideCalls } from "#engine/api/outside.ts";
import type { Report } from "#server/ports/exporter.ts";
import { prune } from "#server/platform/prune.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { telemetry } from "#server/platform/store/tables/messages.ts";
import type { Services } from "#server/services.ts";
import { ExportQueue } from "../export-queue.ts";
import type { Area } from "./area.ts";

/** Batches of one address in ten minutes; a page in a loop must not fill the disk. */
const maxBatches = 120;
const windowSeconds = 600;
const keptDays = 90;

/** What pages report of themselves: events and errors, first party, without a token: no other company sees them. */
export const telemetryArea = {
  handlers: {},
  prepare: ({ jobs, db }) =>
    jobs.register("telemetry", 3600, () =>
      prune(db, telemetry, sql`received_at < app_now() - ${keptDays} * interval '1 day'`),
    ),
  plugin: (app, services) => {
    const queues = services.ports.exporters.map((exporter) => new ExportQueue(exporter, services.log));
    app.addHook("onClose", async () => {
      await Promise.all(queues.map((queue) => queue.stop()));
    });
    addSink(app, services, "event", queues);
    addSink(app, services, "error", queues);
  },
} satisfies Area;

/** Keeps what comes, then offers it to those who are told beside us. */
function addSink(app: FastifyInstance, services: Services, kind: Report["kind"], queues: readonly ExportQueue[]): void {
  const call = kind === "event" ? outsideCalls.events : outsideCalls.errors;
  app.post<{ Body: { list: Report["entry"][] } }>(
    call.path,
    { schema: { body: call.body } },
    async (request, reply) => {
      await services.limits.takeAddress(`telemetry-${kind}`, request.ip, maxBatches, windowSeconds);
      const entries = request.body.list.map((entry) => toKept(entry, services.secrets));
      const kept = JSON.stringify(entries);
      await services.pool.query(
        "insert into telemetry (kind, entry, received_at) select $1, entry, app_now() from jsonb_array_elements($2::jsonb) as entry",
        [kind, kept],
      );
      const receivedAt = await services.clock.now();
      const reports = entries.map((entry) => ({ kind, entry, receivedAt }) as Report);
      for (const queue of queues) queue.offer(reports);
      return reply.code(204).send();
    },
  );
}

/**
 * What is kept of a report. Whose it is stands in it as a keyed hash: the same for the same person, so that their reports
 * belong together, and without our key nobody finds the person by it, neither in our table nor where it is exported to.
 */
function toKept({ user, ...said }: Report["entry"], secrets: Secrets): Report["entry"] {
  const kept = scrub(said) as Report["entry"];
  return user ? { ...kept, user: secrets.hmac("IDENTITY_SECRET", `telemetry ${user}`) } : kept;
}

const cut = "…";
/** The least number of ten digits before its point: those behind it are nobody's. */
const long = 1e9;

/** Tokens and long numbers never belong here; what slipped through is cut out, wherever in it that stands. */
function scrub(said: unknown): unknown {
  if (typeof said === "string") return scrubText(said);
  if (typeof said === "number") return Math.abs(said) < long ? said : cut;
  if (Array.isArray(said)) return said.map(scrub);
  if (typeof said !== "object" || said === null) return said;
  return Object.fromEntries(Object.entries(said).map(([name, part]) => [scrubText(name), scrub(part)]));
}

function scrubText(text: string): string {
  return text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, cut)
    .replace(/\d(?:[ -]?\d){9,}/g, (digits) => (/^\d{4}-\d{2}-\d{2}/.test(digits) ? digits : cut));
}
