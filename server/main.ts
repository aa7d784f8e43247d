/* Listens, says where, and ends in good order. What it serves is built in app.ts. */
import { buildApp, type App } from "./app.ts";
import { readCredentials } from "./checkout/providers/drivers.ts";
import { createConfigReader, type ConfigReader } from "./config/reader.ts";
import { buildFront } from "./front.ts";
import { describeError, type Log } from "./platform/log.ts";
import { createStartLog } from "./api/request-log.ts";
import { loadSettings, type Settings } from "./platform/settings.ts";
import { openStore } from "./platform/store/database.ts";
import { toReason } from "./start-failure.ts";

/** Requests that are still running get this long after a signal, and after a second one. */
const drainMs = 12_000;
const shortDrainMs = 4000;

await main();

async function main(): Promise<void> {
  try {
    const settings = loadSettings(process.env, readCredentials);
    const log = createStartLog(settings);
    const { server, config, startJobs, close } = await (settings.walletApiUrl === undefined
      ? openWallet(settings, log)
      : openFront(settings, settings.walletApiUrl, log));
    endOnSignals(server, close);
    await server.listen({ port: settings.port, host: settings.host });
    startJobs();
    if (settings.sandbox && settings.production) warnOfSandbox(log);
    tellLinks(config, settings);
  } catch (error) {
    process.stderr.write(`${toReason(error)}\n`);
    process.exit(1);
  }
}

/** What listens, and what is closed after it. */
interface Opened extends Pick<App, "server" | "startJobs"> {
  config: ConfigReader;
  close(): Promise<void>;
}

async function openWallet(settings: Settings, log: Log): Promise<Opened> {
  // Side by side: each takes a second. The store refuses at once when another server holds the data directory.
  const [store, config] = await Promise.all([openStore(settings, log), createConfigReader(settings, log)]);
  const close = async () => {
    config.close();
    await store.close();
  };
  return { ...(await buildApp({ settings, config, store })), config, close };
}

/** In front of another wallet: without a database, and with nothing to do by itself. */
async function openFront(settings: Settings, walletApiUrl: string, log: Log): Promise<Opened> {
  const config = await createConfigReader(settings, log);
  const server = await buildFront({ settings: { ...settings, walletApiUrl }, config });
  return { server, config, startJobs: () => undefined, close: async () => config.close() };
}

/**
 * SIGTERM or SIGINT: no new work, running requests end, the store is closed, exit 0. Supervisors and people signal twice:
 * the second one leaves less time, and running requests are still answered; the third ends at once.
 */
function endOnSignals(server: App["server"], closeRest: () => Promise<void>): void {
  let signals = 0;
  const giveUpAfter = (ms: number) =>
    setTimeout(() => {
      server.log.error("requests did not end in time");
      process.exit(1);
    }, ms).unref();
  const end = (exitCode: number) => {
    signals += 1;
    if (signals > 2) process.exit(1);
    giveUpAfter(signals === 1 ? drainMs : shortDrainMs);
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
  process.on("SIGTERM", () => end(0));
  process.on("SIGINT", () => end(0));
  process.on("unhandledRejection", (error) => {
    server.log.error(describeError(error), "unhandled rejection");
    end(1);
  });
}

/** Somebody may have forgotten it. */
function warnOfSandbox(log: Log): void {
  const warn = () => log.error("this is a sandbox in production: codes are shown, and no payment is real");
  warn();
  setInterval(warn, 3_600_000).unref();
}

function tellLinks(config: ConfigReader, settings: Settings): void {
  const { publicUrl } = settings;
  const lines = [`Sanad    ${publicUrl}/`];
  if (settings.sandbox)
    lines.push(`Outbox   ${publicUrl}/sandbox/outbox   (one-time passwords arrive here: this is a SANDBOX)`);
  const release = config.current();
  const [request] = config.organisation(release.defaultOrgId)?.list("request") ?? [];
  if (request) lines.push(`A form   ${publicUrl}/ekyc/${(request as { id: string }).id}?orgId=${release.defaultOrgId}`);
  process.stdout.write(`\n  ${lines.join("\n  ")}\n\n`);
}
