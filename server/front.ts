import type { FastifyInstance } from "fastify";
import { createAnswering } from "./api/proxy/answering.ts";
import { walletProxyPlugin } from "./api/proxy/wallet-proxy.ts";
import { frontHealthPlugin } from "./api/routes/health.ts";
import { metricsPlugin } from "./api/routes/metrics.ts";
import { openApiPlugin } from "./api/routes/openapi.ts";
import { pagePlugin } from "./api/routes/page.ts";
import { createConfigRoutes } from "./config/config-routes.ts";
import type { ConfigReader } from "./config/reader.ts";
import { addCallFrame, addCompression, createServer } from "./frame.ts";
import { createFindWords } from "./messaging/words/words.ts";
import { createMetrics } from "./platform/metrics.ts";
import type { Settings } from "./platform/settings.ts";

const silenceMs = 60_000;

export interface FrontOptions {
  settings: Settings & { walletApiUrl: string };
  config: ConfigReader;
  /** Where the log's lines go; standard output without it. */
  logTo?: { write(line: string): void };
  /** How long the other wallet may be silent. */
  silenceMs?: number;
}

/**
 * Builds the service in front of another wallet: documents and page are served here, the wallet's calls go on to it. It
 * keeps nothing, so there is no database, and the time is the other wallet's as soon as that one says it.
 */
export async function buildFront(options: FrontOptions): Promise<FastifyInstance> {
  const { settings, config } = options;
  const frame = { ...options, findWords: createFindWords(config) };
  const server = createServer(frame);
  let aheadMs = 0;
  const clock = { told: () => Date.now() + aheadMs };
  if (settings.metrics) metricsPlugin(server, createMetrics(), settings.metrics);
  const configRoutes = createConfigRoutes(config);
  configRoutes.addDocuments(server);
  await server.register(async (calls) => {
    await addCallFrame(calls, { clock, store: { waiting: () => 0 } });
    frontHealthPlugin(calls, { config, isAnswering: createAnswering(settings.walletApiUrl) });
    openApiPlugin(calls, settings);
    configRoutes.addManifest(calls);
    await calls.register(walletProxyPlugin, {
      wallet: settings.walletApiUrl,
      sandbox: settings.sandbox,
      silenceMs: options.silenceMs ?? silenceMs,
      onTime: (serverTime) => {
        aheadMs = serverTime - Date.now();
      },
    });
  });
  await server.register(async (page) => {
    await addCompression(page);
    await pagePlugin(page, frame);
  });
  return server;
}
