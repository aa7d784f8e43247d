import { setTimeout as sleep } from "node:timers/promises";
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { consoleContracts } from "#engine/contract/console/index.ts";
import { verifierContracts } from "#engine/contract/verifier-api.ts";
import { operations } from "#engine/contract/operations.ts";
import { assertRealTime, createClock } from "./platform/clock.ts";
import { createConfigRoutes } from "./config/config-routes.ts";
import { recordPublication, PublishedReleases } from "./config/published-releases.ts";
import type { ConfigReader } from "./config/reader.ts";
import { addBodyGuard } from "./api/body-guard.ts";
import { sweepIdempotencyKeys } from "./api/idempotency.ts";
import { CallTurns } from "./api/admission/call-turns.ts";
import { addCallHooks, addCompression, createServer } from "./http-server.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { createRateLimits, sweepRateLimits } from "./platform/rate-limits.ts";
import { registerOperations } from "./api/operations.ts";
import { createOtpService } from "./accounts/otp/otp.ts";
import { createOutbox } from "./messaging/outbox/outbox.ts";
import { createFindMessageTexts, type FindMessageTexts } from "./messaging/texts/message-texts.ts";
import { createPaymentProviders } from "./checkout/providers/drivers.ts";
import { releaseOrder } from "./checkout/orders/release-order.ts";
import { assertPartnersReachable } from "./delivery/assert-reachable.ts";
import { createPorts, type Ports } from "./ports/ports.ts";
import { countWaitingInspections } from "./files/detection/inspector.ts";
import type { Area } from "./api/routes/area.ts";
import { healthPlugin } from "./api/routes/health.ts";
import { closeOperatorPages } from "./api/routes/operator-pages.ts";
import { metricsPlugin } from "./api/routes/metrics.ts";
import { areas } from "./api/routes/index.ts";
import { openApiPlugin } from "./api/routes/openapi.ts";
import { findTransactionDocuments } from "./wallet/transactions/pinned-definitions.ts";
import { pagePlugin } from "./api/routes/page.ts";
import { checkKeys, renewKeys } from "./platform/keys/missing-keys.ts";
import { listSandboxRoutes } from "./sandbox/index.ts";
import { loadSecrets } from "./platform/secrets.ts";
import { listMissingServices } from "./missing-services.ts";
import type { Services } from "./services.ts";
import { createSessions } from "./accounts/sessions/sessions.ts";
import { createStatusLists } from "./wallet/credentials/status-list.ts";
import { countStreams } from "./api/event-stream.ts";
import { createMetrics } from "./platform/metrics.ts";
import { Refusals } from "./platform/refusals.ts";
import type { MetricsSettings, Settings } from "./platform/settings.ts";
import { openStore, type Store } from "./platform/store/database.ts";
import { makeLedgerMonths } from "./platform/store/ledger.ts";

/** The time that running jobs and messages get at shutdown. */
const shutdownMs = 1000;

export interface AppOptions {
  settings: Settings;
  config: ConfigReader;
  /** A store that the caller opened and closes, instead of the one of the settings. */
  store?: Store;
  /** Drivers that replace those of the settings. */
  ports?: Partial<Ports>;
  /** Target of the log; standard output without it. */
  logTo?: { write(line: string): void };
}

export interface App {
  server: FastifyInstance;
  services: Services;
  /** Starts the background jobs; without it nothing happens by itself. */
  startJobs(): void;
}

/** Builds the server without listening. Closing it closes everything that it opened. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { settings, config } = options;
  const [refusals, turns] = [new Refusals(), new CallTurns()];
  const serverOptions = { ...options, refusals, findMessageTexts: createFindMessageTexts(config) };
  const server = createServer(serverOptions);
  const services = await createServices(server, options, serverOptions.findMessageTexts);
  server.addHook("onClose", async () => {
    // Running work may wait for an unresponsive service. Another server picks up its rows.
    const unfinished = services.jobs.stop().then(services.outbox.flush);
    await Promise.race([unfinished, sleep(shutdownMs)]);
    if (!options.store) await services.store.close();
  });

  await services.clock.now();
  await recordPublication(services, services.config.current().id);
  if (settings.metrics) addMetrics(server, services, settings.metrics, { refusals, turns });
  const publishedReleases = new PublishedReleases(services.db, (sources) => config.compile(sources), services.log);
  services.jobs.register("publications", 3600, () => publishedReleases.sweep());
  const configRoutes = createConfigRoutes(services.config, {
    findTransactionDocuments: (releaseId, orgId) => findTransactionDocuments(services.db, releaseId, orgId),
    // An embedded database has no other servers.
    ...(services.store.kind === "server" && { publishedReleases }),
  });
  configRoutes.addDocuments(server);
  await server.register(async (calls) => {
    await addCallHooks(calls, services, turns);
    addBodyGuard(calls);
    await calls.register(multipart, {
      limits: { fileSize: 25 * 1024 * 1024 + 1, files: 1, fields: 10, fieldSize: 4096, parts: 12 },
      throwFileSizeLimit: false,
    });
    closeOperatorPages(calls, settings);
    healthPlugin(calls, { ...services, missing: listMissingServices(services).map(({ name }) => name) }, refusals);
    openApiPlugin(calls, settings);
    configRoutes.addManifest(calls);
    await addWalletApi(calls, services);
    for (const add of listSandboxRoutes(settings)) await calls.register(async (scope) => add(scope, services));
  });
  await server.register(async (page) => {
    await addCompression(page);
    await pagePlugin(page, services);
  });
  return { server, services, startJobs: () => services.jobs.start() };
}

function addMetrics(
  server: FastifyInstance,
  { store, jobs }: Services,
  settings: MetricsSettings,
  { refusals, turns }: { refusals: Refusals; turns: CallTurns },
): void {
  const metrics = createMetrics(refusals);
  metrics.addGauge("database_waiting", "requests that wait for a database connection", () => store.countWaiting());
  metrics.addGauge("calls_running", "calls under way", () => turns.running);
  metrics.addGauge("calls_waiting", "calls that wait for their turn", () => turns.waiting);
  metrics.addGauge("event_streams", "open streams of events of candidates and staff", () => countStreams(server));
  metrics.addGauge("inspections_waiting", "parts of documents that wait for inspection", countWaitingInspections);
  jobs.onRun(metrics.observeJob);
  metricsPlugin(server, metrics, settings);
}

/** Registers each area in its own scope. An operation without a handler stops the start, because it would be a 404. */
async function addWalletApi(server: FastifyInstance, services: Services): Promise<void> {
  const handled = new Set<string>();
  for (const area of Object.values<Area>(areas)) {
    area.register?.(services);
    for (const id of Object.keys(area.handlers)) handled.add(id);
    await server.register(async (scope) => {
      registerOperations(scope, area.handlers, services);
      await area.plugin?.(scope, services);
    });
  }
  const missing = Object.keys({ ...operations, ...consoleContracts, ...verifierContracts }).filter(
    (id) => !handled.has(id),
  );
  if (missing.length > 0) throw new Error(`These operations have no handler: ${missing.join(", ")}.`);
}

async function createServices(
  server: FastifyInstance,
  options: AppOptions,
  findMessageTexts: FindMessageTexts,
): Promise<Services> {
  const { settings, config } = options;
  const log = server.log;
  const store = options.store ?? (await openStore(settings, log));
  const { db, pool } = store;
  const clock = createClock(pool);
  const secrets = await loadSecrets(pool, settings);
  if (!settings.sandbox) await assertRealTime(pool);
  await checkKeys(db, secrets);
  const ports: Ports = { ...createPorts(settings, pool, secrets), ...options.ports };
  if (!settings.sandbox) assertPartnersReachable({ config, ports });
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
    findMessageTexts,
    log,
    payments: createPaymentProviders(settings, pool, secrets, () => ports.outages.isDown("refunds")),
    otp: createOtpService(db, secrets, outbox),
    sessions: createSessions(db, secrets, store.changeFeed),
    statusLists: createStatusLists({ db, secrets, settings }),
    rateLimits: createRateLimits(pool, settings.addressLimits),
    jobs: createJobs(pool, clock, log),
    releaseOrder: (orderId) => releaseOrder(services, orderId),
    onIdentityVerified: [],
  };
  services.jobs.register("outbox", 5, outbox.flush);
  services.jobs.register("config-publication", 60, () => recordPublication(services, services.config.current().id));
  services.jobs.register("keys", 600, () => renewKeys(db, secrets, log));
  services.jobs.register("ledger-months", 86_400, () => makeLedgerMonths(db));
  services.jobs.register("forget", 3600, async () => {
    await services.otp.prune();
    await services.sessions.prune();
    await services.outbox.sweep();
    await sweepRateLimits(services.db);
    await sweepIdempotencyKeys(services);
  });
  return services;
}
