import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import type { TelemetryReport } from "#server/ports/exporter.ts";
import { prune } from "#server/platform/prune.ts";
import { isPlainId, redactText, removed } from "#server/platform/redact.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { telemetry } from "#server/platform/store/tables/messages.ts";
import type { Services } from "#server/services.ts";
import { ExportQueue } from "../export-queue.ts";
import type { Area } from "./area.ts";

/** Batches of one address in ten minutes, so that a page in a loop does not fill the disk. */
const maxBatches = 120;
const windowSeconds = 600;
const retentionDays = 90;

/** Events and errors that pages report, without a token and without third parties. */
export const telemetryArea = {
  handlers: {},
  register: ({ jobs, db }) =>
    jobs.register("telemetry", 3600, () =>
      prune(db, telemetry, sql`received_at < app_now() - ${retentionDays} * interval '1 day'`),
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

/** Stores reports, then offers them to the exporters. */
function addSink(
  app: FastifyInstance,
  services: Services,
  kind: TelemetryReport["kind"],
  queues: readonly ExportQueue[],
): void {
  const call = kind === "event" ? protocolEndpoints.events : protocolEndpoints.errors;
  app.post<{ Body: { list: TelemetryReport["entry"][] } }>(
    call.path,
    { schema: { body: call.body } },
    async (request, reply) => {
      await services.rateLimits.consumeForAddress(`telemetry-${kind}`, request.ip, maxBatches, windowSeconds);
      const entries = request.body.list.map((entry) => scrubReport(entry, services.secrets));
      const json = JSON.stringify(entries);
      await services.pool.query(
        "insert into telemetry (kind, entry, received_at) select $1, entry, app_now() from jsonb_array_elements($2::jsonb) as entry",
        [kind, json],
      );
      const receivedAt = await services.clock.now();
      const reports = entries.map((entry) => ({ kind, entry, receivedAt }) as TelemetryReport);
      for (const queue of queues) queue.offer(reports);
      return reply.code(204).send();
    },
  );
}

/** Fields that the contract limits to a moment or an id of ours. */
const ids = ["release", "visit", "requestId"] as const;

/**
 * Scrubs a report. The user becomes a keyed hash: it links one person's reports, and cannot be reversed without our
 * key, neither in our table nor in an export.
 */
function scrubReport({ user, at, ...report }: TelemetryReport["entry"], secrets: Secrets): TelemetryReport["entry"] {
  const scrubbed = { ...(scrub(report) as TelemetryReport["entry"]), at };
  const plainIds = Object.fromEntries(
    Object.entries(report).filter(
      ([name, value]) => ids.includes(name as never) && typeof value === "string" && isPlainId(value),
    ),
  );
  const pseudonym = user && { user: secrets.hmac("telemetry-user", `telemetry ${user}`) };
  return { ...scrubbed, ...plainIds, ...pseudonym };
}

/** Numbers from five digits are removed. */
const longNumber = 10_000;

/** Removes what redactText removes, and long numbers, wherever they are. */
function scrub(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "number") return Math.abs(value) < longNumber ? value : removed;
  if (Array.isArray(value)) return value.map(scrub);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [redactText(name), scrub(part)]));
}
