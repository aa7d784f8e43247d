/*
 * Entry point: starts the server, prints its address, and shuts down gracefully on signals. app.ts builds the server.
 */
import { buildApp, type App } from "./app.ts";
import { readCredentials } from "./checkout/providers/drivers.ts";
import { createConfigReader, type ConfigReader } from "./config/reader.ts";
import { buildProxyApp } from "./proxy-app.ts";
import { describeError, type Log } from "./platform/log.ts";
import { createStartupLog } from "./api/request-log.ts";
import { loadSettings, type Settings } from "./platform/settings.ts";
import { openStore } from "./platform/store/database.ts";
import { listMissingServices } from "./missing-services.ts";
import { describeStartFailure } from "./start-failure.ts";

/** Graceful shutdown: running requests may take this long after the first signal, and after the second one. */
const drainMs = 12_000;
const shortDrainMs = 4000;

await main();

async function main(): Promise<void> {
  try {
    const settings = loadSettings(process.env, readCredentials);
    const log = createStartupLog(settings);
    const { server, config, startJobs, close } = await (settings.walletApiUrl === undefined
      ? openWalletApp(settings, log)
      : openProxyApp(settings, settings.walletApiUrl, log));
    shutDownOnSignals(server, close);
    await server.listen({ port: settings.port, host: settings.host });
    startJobs();
    if (settings.sandbox && settings.production) warnAboutSandbox(log);
    printLinks(config, settings);
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`);
    process.exit(1);
  }
}

/** The server and the parts that are closed after it. */
interface RunningApp extends Pick<App, "server" | "startJobs"> {
  config: ConfigReader;
  close(): Promise<void>;
}

async function openWalletApp(settings: Settings, log: Log): Promise<RunningApp> {
  // In parallel, because each takes a second. The store fails at once when another server uses the data directory.
  const [store, config] = await Promise.all([openStore(settings, log), createConfigReader(settings, log)]);
  const close = async () => {
    config.close();
    await store.close();
  };
  const app = await buildApp({ settings, config, store });
  if (!settings.sandbox) warnAboutMissing(app, log);
  return { ...app, config, close };
}

/** In front of another wallet there is no database and no job. */
async function openProxyApp(settings: Settings, walletApiUrl: string, log: Log): Promise<RunningApp> {
  const config = await createConfigReader(settings, log);
  const server = await buildProxyApp({ settings: { ...settings, walletApiUrl }, config });
  return { server, config, startJobs: () => undefined, close: async () => config.close() };
}

/**
 * Graceful shutdown on SIGTERM or SIGINT: accepts no new work, answers running requests, closes the store, exits with
 * 0. Supervisors and people may signal twice: the second signal leaves less time, the third exits at once.
 */
function shutDownOnSignals(server: App["server"], closeRest: () => Promise<void>): void {
  let signals = 0;
  const exitAfter = (ms: number) =>
    setTimeout(() => {
      server.log.error("requests did not end in time");
      process.exit(1);
    }, ms).unref();
  const shutDown = (exitCode: number) => {
    signals += 1;
    if (signals > 2) process.exit(1);
    exitAfter(signals === 1 ? drainMs : shortDrainMs);
    if (signals > 1) return;
    server
      .close()
      .then(closeRest)
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          server.log.error(describeError(error), "could not close");
          process.exit(1);
        },
      );
  };
  process.on("SIGTERM", () => shutDown(0));
  process.on("SIGINT", () => shutDown(0));
  process.on("unhandledRejection", (error) => {
    server.log.error(describeError(error), "unhandled rejection");
    shutDown(1);
  });
}

/** A sandbox is meant to lack things. */
function warnAboutMissing({ services }: App, log: Log): void {
  for (const { name, advice } of listMissingServices(services)) log.warn({ reason: advice }, `missing: ${name}`);
}

/** Repeats the warning, because the setting may be forgotten. */
function warnAboutSandbox(log: Log): void {
  const warn = () =>
    log.error("this is a sandbox in production: nothing that it imitates is real, payments least of all");
  warn();
  setInterval(warn, 3_600_000).unref();
}

function printLinks(config: ConfigReader, settings: Settings): void {
  const { publicUrl } = settings;
  const lines = [`Sanad    ${publicUrl}/`];
  if (settings.sandbox && !settings.production)
    lines.push(
      `Outbox   ${publicUrl}/sandbox/outbox   (one-time passwords arrive here: this is a SANDBOX)`,
      `Partner  ${publicUrl}/sandbox/evaluation-body   (documents and reports arrive here)`,
    );
  const release = config.current();
  // The further apps, such as the console of staff.
  const { list } = config.organisation(release.defaultOrgId) ?? {};
  for (const { base, title } of list?.("app") ?? [])
    if (base !== "/" && typeof title === "string") lines.push(`${title.padEnd(8)} ${publicUrl}${base}`);
  const [request] = config.organisation(release.defaultOrgId)?.list("request") ?? [];
  if (request) lines.push(`A form   ${publicUrl}/ekyc/${(request as { id: string }).id}?orgId=${release.defaultOrgId}`);
  process.stdout.write(`\n  ${lines.join("\n  ")}\n\n`);
}
