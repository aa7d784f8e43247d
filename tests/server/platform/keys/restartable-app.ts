import { buildApp, type AppOptions } from "#server/app.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { secretNames, type SecretLists, type SecretName } from "#server/platform/secret-lists.ts";
import { openStore, type Store } from "#server/platform/store/database.ts";
import { makeDatabase, toTestApp, type TestApp } from "../../app.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

/** A server that can be stopped and started again with other secrets on the same data. */
export interface RestartableApp {
  /** The running server. A restart replaces what is behind it. */
  app: TestApp;
  store: Store;
  /** Stops the server, then starts one with these secrets. Throws what its start throws. */
  restart(secrets: SecretLists): Promise<void>;
  close(): Promise<void>;
}

/** Opens a new database. The first `restart` starts the server. */
export async function makeRestartableApp(options: Pick<AppOptions, "config" | "ports">): Promise<RestartableApp> {
  const { dataDir, databaseUrl, remove } = await makeDatabase();
  const variables = { SANDBOX: "1", ADDRESS_LIMITS: "off", LOG_LEVEL: "silent", DATA_DIR: dataDir };
  const settings = {
    ...loadSettings({ ...variables, PUBLIC_URL: "http://localhost:3000" }, readCredentials),
    databaseUrl,
  };
  const store = await openStore(settings, silent);
  let current: TestApp | undefined;
  return {
    app: new Proxy({} as TestApp, { get: (_, name) => Reflect.get(current!, name) }),
    store,
    async restart(secrets) {
      await current?.server.close();
      const next = { ...settings, secrets };
      const app = await buildApp({ ...options, settings: next, store });
      await app.server.ready();
      current = toTestApp(app, next, async () => undefined);
    },
    async close() {
      await current?.server.close();
      await store.close();
      await remove();
    },
  };
}

/** Lists of one key or more for every secret, by letters: `listSecrets("b", "a")`. */
export const listSecrets = (...letters: string[]): Record<SecretName, string[]> =>
  Object.fromEntries(
    secretNames.map((name) => [name, letters.map((letter) => `${name} ${letter}`.padEnd(32, "."))]),
  ) as Record<SecretName, string[]>;
