import { setTimeout as sleep } from "node:timers/promises";
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { operations } from "#engine/api/operations.ts";
import { assertRealTime, createClock } from "./platform/clock.ts";
import { createConfigRoutes } from "./config/config-routes.ts";
import { notePublication, Publications } from "./config/publication.ts";
import type { ConfigReader } from "./config/reader.ts";
import { addBodyGuard } from "./api/body-guard.ts";
import { sweepIdempotencyKeys } from "./api/idempotency.ts";
import { addCallFrame, addCompression, createServer } from "./frame.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { createLimits, sweepRateLimits } from "./platform/limits.ts";
import { registerOperations } from "./api/operations.ts";
import { createOtpService } from "./accounts/otp/otp.ts";
import { createOutbox } from "./messaging/outbox/outbox.ts";
import { createFindWords, type FindWords } from "./messaging/words/words.ts";
import { createPaymentProviders } from "./checkout/providers/drivers.ts";
import { createPorts, type Ports } from "./ports/ports.ts";
import type { Area } from "./api/routes/area.ts";
import { healthPlugin } from "./api/routes/health.ts";
import { metricsPlugin } from "./api/routes/metrics.ts";
import { areas } from "./api/routes/index.ts";
import { openApiPlugin } from "./api/routes/openapi.ts";
import { findPinnedDocuments } from "./wallet/transactions/documents.ts";
import { pagePlugin } from "./api/routes/page.ts";
import { desks, letsAnybodyIn } from "./sandbox/index.ts";
import { loadSecrets } from "./platform/secrets.ts";
import type { Services } from "./services.ts";
import { createSessions } from "./accounts/sessions/sessions.ts";
import { createMetrics } from "./platform/metrics.ts";
import type { MetricsSettings, Settings } from "./platform/settings.ts";
import { openStore, type Store } from "./platform/store/database.ts";
import { makeLedgerMonths } from "./platform/store/ledger.ts";

/** So long jobs and messages under way get at the end. */
const lastRoundsMs = 1000;

export interface AppOptions {
  settings: Settings;
  config: ConfigReader;
  /** Instead of the settings' database: a store that the caller opened, and closes. */
  store?: Store;
  /** Drivers to use in place of the settings' own. */
  ports?: Partial<Ports>;
  /** Where the log's lines go; standard output without it. */
  logTo?: { write(line: string): void };
}

export interface App {
  server: FastifyInstance;
  services: Services;
  /** Starts the sweeping jobs; without it nothing happens by itself. */
  startJobs(): void;
}

/** Builds the server: options in, instance out; it does not listen. Closing it closes what it opened. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { settings, config } = options;
  const frame = { ...options, findWords: createFindWords(config) };
  const server = createServer(frame);
  const services = await createServices(server, options, frame.findWords);
  server.addHook("onClose", async () => {
    // What is under way may wait for somebody who does not answer; the rows of both are taken up by whoever runs next.
    const rounds = services.jobs.stop().then(services.outbox.flush);
    await Promise.race([rounds, sleep(lastRoundsMs)]);
    if (!options.store) await services.store.close();
  });

  if (!settings.sandbox) await assertRealTime(services.pool);
  await services.clock.now();
  await notePublication(services, services.config.current().id);
  if (settings.metrics) addMetrics(server, services, settings.metrics);
  const publications = new Publications(services.db, (sources) => config.compile(sources), services.log);
  services.jobs.register("publications", 3600, () => publications.sweep());
  const configRoutes = createConfigRoutes(services.config, {
    findPinned: (releaseId, orgId) => findPinnedDocuments(services.db, releaseId, orgId),
    // An embedded database has no other server.
    ...(services.store.kind === "server" && { publications }),
  });
  configRoutes.addDocuments(server);
  await server.register(async (calls) => {
    await addCallFrame(calls, services);
    addBodyGuard(calls);
    await calls.register(multipart, {
      limits: { fileSize: 25 * 1024 * 1024 + 1, files: 1, fields: 10, fieldSize: 4096, parts: 12 },
      throwFileSizeLimit: false,
    });
    healthPlugin(calls, services);
    openApiPlugin(calls, settings);
    configRoutes.addManifest(calls);
    await addWalletApi(calls, services);
    if (settings.sandbox)
      for (const [name, desk] of Object.entries(desks))
        if (!(settings.production && letsAnybodyIn.has(name)))
          await calls.register(async (scope) => desk(scope, services));
  });
  await server.register(async (page) => {
    await addCompression(page);
    await pagePlugin(page, services);
  });
  return { server, services, startJobs: () => services.jobs.start() };
}

function addMetrics(server: FastifyInstance, { store, jobs }: Services, settings: MetricsSettings): void {
  const metrics = createMetrics();
  metrics.gauge("database_waiting", "questions that wait for a connection to the database", () => store.waiting());
  jobs.onRun(metrics.jobRan);
  metricsPlugin(server, metrics, settings);
}

/** Each area in its own scope. An operation without a handler stops the boot: it would be a 404 that nobody meant. */
async function addWalletApi(server: FastifyInstance, services: Services): Promise<void> {
  const handled = new Set<string>();
  for (const area of Object.values<Area>(areas)) {
    area.prepare?.(services);
    for (const id of Object.keys(area.handlers)) handled.add(id);
    await server.register(async (scope) => {
      registerOperations(scope, area.handlers, services);
      await area.plugin?.(scope, services);
    });
  }
  const missing = Object.keys(operations).filter((id) => !handled.has(id));
  if (missing.length > 0) throw new Error(`These operations have no handler: ${missing.join(", ")}.`);
}

async function createServices(server: FastifyInstance, options: AppOptions, findWords: FindWords): Promise<Services> {
  const { settings, config } = options;
  const log = server.log;
  const store = options.store ?? (await openStore(settings, log));
  const { db, pool } = store;
  const clock = createClock(pool);
  const secrets = await loadSecrets(pool, settings);
  const ports: Ports = { ...createPorts(settings, pool, secrets), ...options.ports };
  const outbox = createOutbox(db, secrets, ports.messages, log);
  const services: Services = {
    settings,
    store,
    db,
    pool,
    clock,
    secrets,
    config,
    ports,
    outbox,
    findWords,
    log,
    payments: createPaymentProviders(settings, pool, secrets, () => ports.outages.isAway("refunds")),
    otp: createOtpService(db, secrets, outbox),
    sessions: createSessions(db, secrets, store.changes),
    limits: createLimits(pool, settings.addressLimits),
    jobs: createJobs(pool, clock, log),
    onIdentityVerified: [],
  };
  services.jobs.register("outbox", 5, outbox.flush);
  services.jobs.register("config-publication", 60, () => notePublication(services, services.config.current().id));
  services.jobs.register("ledger-months", 86_400, () => makeLedgerMonths(db));
  services.jobs.register("forget", 3600, async () => {
    await services.otp.sweep();
    await services.sessions.sweep();
    await services.outbox.sweep();
    await sweepRateLimits(services.db);
    await sweepIdempotencyKeys(services);
  });
  return services;
}
