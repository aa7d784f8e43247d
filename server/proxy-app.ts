import type { FastifyInstance } from "fastify";
import { createWalletHealthCheck } from "./api/proxy/wallet-health.ts";
import { walletProxyPlugin } from "./api/proxy/wallet-proxy.ts";
import { proxyHealthPlugin } from "./api/routes/health.ts";
import { metricsPlugin } from "./api/routes/metrics.ts";
import { closeOperatorPages } from "./api/routes/operator-pages.ts";
import { openApiPlugin } from "./api/routes/openapi.ts";
import { pagePlugin } from "./api/routes/page.ts";
import { createConfigRoutes } from "./config/config-routes.ts";
import type { ConfigReader } from "./config/reader.ts";
import { addCallHooks, addCompression, createServer } from "./http-server.ts";
import { createFindMessageTexts } from "./messaging/texts/message-texts.ts";
import { createMetrics } from "./platform/metrics.ts";
import { Refusals } from "./platform/refusals.ts";
import type { Settings } from "./platform/settings.ts";

const silenceMs = 60_000;

export interface ProxyAppOptions {
  settings: Settings & { walletApiUrl: string };
  config: ConfigReader;
  /** Target of the log; standard output without it. */
  logTo?: { write(line: string): void };
  /** How long the other wallet may send nothing. */
  silenceMs?: number;
}

/**
 * Builds the server in front of another wallet: serves definitions and page, and proxies the wallet's calls. It stores
 * nothing, so it has no database. It takes the time from the other wallet's answers.
 */
export async function buildProxyApp(options: ProxyAppOptions): Promise<FastifyInstance> {
  const { settings, config } = options;
  const refusals = new Refusals();
  const serverOptions = { ...options, refusals, findMessageTexts: createFindMessageTexts(config) };
  const server = createServer(serverOptions);
  let offsetMs = 0;
  const clock = { lastKnownMs: () => Date.now() + offsetMs };
  if (settings.metrics) metricsPlugin(server, createMetrics(refusals), settings.metrics);
  const configRoutes = createConfigRoutes(config);
  configRoutes.addDocuments(server);
  await server.register(async (calls) => {
    await addCallHooks(calls, { clock, store: { countWaiting: () => 0 } });
    const isAnswering = createWalletHealthCheck(settings.walletApiUrl);
    closeOperatorPages(calls, settings);
    proxyHealthPlugin(calls, { config, isAnswering }, refusals);
    openApiPlugin(calls, settings);
    configRoutes.addManifest(calls);
    await calls.register(walletProxyPlugin, {
      wallet: settings.walletApiUrl,
      sandbox: settings.sandbox && !settings.production,
      silenceMs: options.silenceMs ?? silenceMs,
      onTime: (serverTime) => {
        offsetMs = serverTime - Date.now();
      },
    });
  });
  await server.register(async (page) => {
    await addCompression(page);
    await pagePlugin(page, serverOptions);
  });
  return server;
}
