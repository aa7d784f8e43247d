import type pg from "pg";
import { WalletError } from "#server/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { SettingsError } from "#server/platform/settings.ts";
import { callProvider } from "./http.ts";
import { providers } from "./index.ts";
import type { Credentials, Provider, ProviderEntry, SettingAbout } from "./provider.ts";
import { createSandboxDriver } from "./sandbox-driver.ts";

/** The connected payment providers. */
export interface PaymentProviders {
  find(name: string): Provider | undefined;
  /** Throws `unavailable` for a provider that is no longer connected. */
  get(name: string): Provider;
}

/** Every setting of every provider, by environment variable. */
export const paymentSettings: Readonly<Record<string, SettingAbout>> = Object.assign(
  {},
  ...Object.values(providers).map(({ variables, optionalVariables }) => ({ ...variables, ...optionalVariables })),
) as Record<string, SettingAbout>;

/** Lists the missing variables of providers that are configured in part. */
export function findIncomplete(credentials: Partial<Credentials>): string[] {
  const missing = Object.values(providers).flatMap(({ variables }) => {
    const names = Object.keys(variables);
    const absent = names.filter((name) => !credentials[name]);
    return absent.length === names.length ? [] : absent;
  });
  return [...new Set(missing)];
}

/**
 * Reads the providers' credentials from the environment. Throws SettingsError for a provider that is configured in
 * part: otherwise the first payment would fail.
 */
export function readCredentials(source: Record<string, string | undefined>): Record<string, string> {
  const found = Object.fromEntries(
    Object.keys(paymentSettings).flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  );
  const missing = findIncomplete(found);
  if (missing.length > 0) throw new SettingsError(`Payment providers lack settings: ${missing.join(", ")}.`);
  return found;
}

/**
 * Picks a driver for each provider: the real one when its credentials are set, in the sandbox the sandbox driver, else
 * none. Refunds of the sandbox driver fail while `refundsFail` returns true.
 */
export function createPaymentProviders(
  settings: { payments: Credentials; sandbox: boolean; publicUrl: string },
  pool: pg.Pool,
  secrets: Secrets,
  refundsFail: () => boolean,
): PaymentProviders {
  const connected = new Map<string, Provider>();
  for (const [name, entry] of Object.entries(providers)) {
    const driver = isConfigured(entry, settings.payments)
      ? entry.connect(settings.payments, callProvider)
      : settings.sandbox
        ? createSandboxDriver(name, entry, { pool, secrets, refundsFail, publicUrl: settings.publicUrl })
        : undefined;
    if (driver) connected.set(name, driver);
  }
  return {
    find: (name) => connected.get(name),
    get: (name) => {
      const provider = connected.get(name);
      if (!provider) throw new WalletError("unavailable", { retryAfterSeconds: 60 });
      return provider;
    },
  };
}

function isConfigured({ variables }: ProviderEntry, credentials: Credentials): boolean {
  return Object.keys(variables).every((name) => credentials[name]);
}
